import { reasonOf } from "../../kernel/startup-problem.ts";
import { type StatementPool, wireTime } from "../../storage/named-statement.ts";
import { inTransaction } from "../../storage/transaction.ts";
import { fullnessWith, objectsOf } from "./rules.ts";
import type { FileRow, FileStore } from "./store.ts";
import { lockUsed, readUsed } from "./used-bytes.pg.ts";

/** SQLSTATE of deleting a row to which another row refers. */
const referredTo = "23503";

export function createFileStore(pool: StatementPool): FileStore {
  return {
    claim: (file, limits, uploadId) =>
      inTransaction(pool, async (client) => {
        const used = (of: "person" | "all") => lockUsed(client, of === "person" ? file.uploaderId : "all", uploadId);
        const fullness = await fullnessWith(file.bytes, limits, used);
        if (fullness === null) await addFile(client, file);
        return fullness ?? "claimed";
      }),
    async release({ id, storageId, previewBytes }) {
      try {
        await pool.query(releaseFile, [id, storageId, objectsOf({ id, previewBytes })]);
        return true;
      } catch (error) {
        if (reasonOf(error) === referredTo) return false;
        throw error;
      }
    },
    removeObjects: async (storageId, names) => void (await pool.query(insertRemovals, [storageId, names])),
    forgetObjects: async (storageId, names) => void (await pool.query(deleteRemovals, [storageId, names])),
    async find(id) {
      const { rows } = await pool.query<FileRow>(selectFile, [id]);
      return rows[0] ?? null;
    },
    bytesUsed: (by) => readUsed(pool, by),
  };
}

const insertFile = `
  insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, width, height, placeholder, preview_bytes, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

export async function addFile(client: StatementPool, file: FileRow): Promise<void> {
  const { id, storageId, uploaderId, name, bytes, mime, sha256, createdAt } = file;
  const { width, height, placeholder, previewBytes } = file;
  await client.query(insertFile, [
    ...[id, storageId, uploaderId, name, bytes, mime, sha256, width, height, placeholder, previewBytes, createdAt],
  ]);
}

const selectFile = `
  select id, storage_id as "storageId", uploader_id as "uploaderId", name, bytes, mime, sha256, width, height, placeholder,
    preview_bytes as "previewBytes", ${wireTime("created_at")} as "createdAt"
  from files where id = $1`;

/** Queues the objects even if a sweep deleted the row before they were put. */
const releaseFile = `
  with released as (delete from files where id = $1)
  insert into object_removals (storage_id, name) select $2, unnest($3::text[]) on conflict do nothing`;

const insertRemovals =
  "insert into object_removals (storage_id, name) select $1, unnest($2::text[]) on conflict do nothing";

const deleteRemovals = "delete from object_removals where storage_id = $1 and name = any($2)";
