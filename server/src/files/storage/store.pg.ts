import { reasonOf } from "../../kernel/startup-problem.ts";
import { type StatementPool, wireTime } from "../../storage/named-statement.ts";
import { objectsOf } from "./rules.ts";
import type { FileClaim, FileRow, FileStore } from "./store.ts";

/** SQLSTATE of a row that another one refers to. */
const referredTo = "23503";

export function createFileStore(pool: StatementPool): FileStore {
  return {
    async claim(file, { perPersonMax, installationMax }, uploadId) {
      const { rows } = await pool.query<{ claim: FileClaim }>(claimFile, [
        ...[file.id, file.storageId, file.uploaderId, file.name, file.bytes, file.mime, file.sha256],
        ...[
          file.width,
          file.height,
          file.placeholder,
          file.previewBytes,
          file.createdAt,
          perPersonMax,
          installationMax,
          uploadId,
        ],
      ]);
      // The function always answers one row.
      return rows[0]?.claim ?? "installation-full";
    },
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
    bytesUsed: (by) => (by === "all" ? sumOf(pool, selectAllUsed, []) : sumOf(pool, selectPersonUsed, [by])),
  };
}

const claimFile = "select claim_file($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as claim";

const selectPersonUsed = "select bytes_of_person($1, null) as bytes";
const selectAllUsed = "select bytes_of_all(null) as bytes";

async function sumOf(client: StatementPool, select: string, values: readonly unknown[]): Promise<number> {
  return (await client.query<{ bytes: number }>(select, [...values])).rows[0]?.bytes ?? 0;
}

const selectFile = `
  select id, storage_id as "storageId", uploader_id as "uploaderId", name, bytes, mime, sha256, width, height, placeholder,
    preview_bytes as "previewBytes", ${wireTime("created_at")} as "createdAt"
  from files where id = $1`;

/** Objects that were put after a sweep had taken the row away are named again too. */
const releaseFile = `
  with released as (delete from files where id = $1)
  insert into object_removals (storage_id, name) select $2, unnest($3::text[]) on conflict do nothing`;

const insertRemovals =
  "insert into object_removals (storage_id, name) select $1, unnest($2::text[]) on conflict do nothing";

const deleteRemovals = "delete from object_removals where storage_id = $1 and name = any($2)";
