import { namedStatement, type StatementPool } from "../../storage/named-statement.ts";

const remove = namedStatement(
  "files-remove",
  `with removed as (delete from files where id = any($1) returning id, storage_id, preview_bytes)
   insert into object_removals (storage_id, name, due_at)
   select storage_id, id::text, now() from removed
   union all select storage_id, id || '.preview', now() from removed where preview_bytes is not null
   on conflict (storage_id, name) do update set due_at = excluded.due_at`,
);

/** Deletes files and queues their objects for removal; downloads in progress finish. */
export async function removeFiles(client: StatementPool, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await remove(client, [ids]);
}
