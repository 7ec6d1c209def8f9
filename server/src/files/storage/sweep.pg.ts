import type pg from "pg";
import { reasonOf } from "../../kernel/startup-problem.ts";
import { inTransaction } from "../../storage/transaction.ts";
import type { SweepStore } from "./sweep-store.ts";

/** Rows per transaction, and objects removed together, so that a transaction stays within its idle limit. */
const [rowsMax, objectsMax] = [100, 10];
/** SQLSTATE of deleting a row to which another row refers. */
const referredTo = "23503";

export function createSweepStore(pool: pg.Pool): SweepStore {
  return {
    async dropFiles(claimedBefore) {
      try {
        return (await pool.query(dropFiles, [claimedBefore, rowsMax])).rowCount === rowsMax;
      } catch (error) {
        if (reasonOf(error) === referredTo) return true;
        throw error;
      }
    },
    dropUploads: (begunBefore) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>(lockUploads, [begunBefore, rowsMax]);
        const ids = rows.map(({ id }) => id);
        // A separate statement also sees the parts that were added before the rows were locked.
        await client.query(dropUploads, [ids]);
        return ids.length === rowsMax;
      }),
    listStorages: async () => (await pool.query<{ id: string }>(selectStorages)).rows.map(({ id }) => id),
    removeDue: (storageId, remove) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ name: string }>(lockDue, [storageId, objectsMax]);
        if (rows.length === 0) return false;
        const removed = await remove(rows.map(({ name }) => name));
        await client.query(forget, [storageId, removed]);
        return rows.length === objectsMax && removed.length === rows.length;
      }),
  };
}

const dropFiles = `
  with stale as (
    select id from files where not is_published and created_at < $1
      and not exists (select from messages where file_id = files.id) order by created_at limit $2 for update skip locked
  ), dropped as (
    delete from files using stale where files.id = stale.id returning files.id, storage_id, preview_bytes
  ), named as (
    insert into object_removals (storage_id, name)
    select storage_id, id::text from dropped
    union all select storage_id, id || '.preview' from dropped where preview_bytes is not null
    on conflict do nothing
  ) select from stale`;

const lockUploads = `select id from uploads where created_at < $1 and (held_until is null or held_until < now())
  order by created_at limit $2 for update skip locked`;

const dropUploads = `
  with dropped as (
    delete from upload_parts using uploads where upload_id = uploads.id and uploads.id = any($1) returning storage_id, upload_parts.id
  ), named as (
    insert into object_removals (storage_id, name) select storage_id, id::text from dropped on conflict do nothing
  ) delete from uploads where id = any($1)`;

const selectStorages =
  "select id from storages where exists (select from object_removals where storage_id = storages.id)";

const lockDue = `select name from object_removals where storage_id = $1 and due_at <= now()
  order by due_at limit $2 for update skip locked`;

const forget = "delete from object_removals where storage_id = $1 and name = any($2)";
