import type pg from "pg";
import { inTransaction } from "../../storage/transaction.ts";
import type { MovableFile, MoveStore, StoredThere } from "./move-store.ts";
import { objectsOf } from "./rules.ts";

export function createMoveStore(pool: pg.Pool): MoveStore {
  return {
    listStorages: async () =>
      (await pool.query<{ id: string }>("select id from storages order by created_at")).rows.map(({ id }) => id),
    async countIn(storageId) {
      const { rows } = await pool.query<StoredThere>(countIn, [storageId]);
      return rows[0] ?? { files: 0, bytes: 0, unpublished: 0, uploads: 0 };
    },
    listIn: async (storageId, afterId, take) =>
      (await pool.query<MovableFile>(listIn, [storageId, afterId, take])).rows,
    begin: async (toId, names) => void (await pool.query(begin, [toId, names])),
    finish: (file, fromId, toId) =>
      inTransaction(pool, async (client) => {
        const names = objectsOf(file);
        const { rowCount } = await client.query(lockNames, [toId, names]);
        if (rowCount !== names.length) return false;
        const { rowCount: moved } = await client.query(moveFile, [file.id, fromId, toId]);
        if (moved === 0) return false;
        await client.query("delete from object_removals where storage_id = $1 and name = any($2)", [toId, names]);
        await client.query(nameOld, [fromId, names]);
        return true;
      }),
  };
}

const isPublished = "exists (select from messages where file_id = files.id)";

const countIn = `select
    count(*) filter (where ${isPublished}) as files, coalesce(sum(bytes) filter (where ${isPublished}), 0)::bigint as bytes,
    count(*) filter (where not ${isPublished}) as unpublished, (select count(*) from uploads where storage_id = $1) as uploads
  from files where storage_id = $1`;

const listIn = `select id, bytes, sha256, preview_bytes as "previewBytes" from files
  where storage_id = $1 and ($2::uuid is null or id > $2) and ${isPublished} order by id limit $3`;

const begin = `insert into object_removals (storage_id, name, due_at)
  select $1, name, now() + interval '1 hour' from unnest($2::text[]) name
  on conflict (storage_id, name) do update set due_at = excluded.due_at`;

const lockNames = "select from object_removals where storage_id = $1 and name = any($2) for update";

const moveFile = "update files set storage_id = $3 where id = $1 and storage_id = $2";

const nameOld = `insert into object_removals (storage_id, name) select $1, unnest($2::text[])
  on conflict (storage_id, name) do update set due_at = excluded.due_at`;
