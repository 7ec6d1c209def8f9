import { namedStatement, type StatementPool } from "../../storage/named-statement.ts";
import type { DownloadRecord, DownloadStore } from "./store.ts";

const selectFile = namedStatement<DownloadRecord>(
  "downloads-find",
  `select m.room_id as "roomId", p.kind as "authorType", f.id, f.storage_id as "storageId", f.name, f.bytes, f.mime, f.sha256,
     f.preview_bytes as "previewBytes",
     exists (select from rooms where id = m.room_id and request_id is not null and customer_id = m.author_id) as "isAsked"
   from messages m join files f on f.id = m.file_id join participants p on p.id = m.author_id where m.id = $1`,
);

export function createDownloadStore(pool: StatementPool): DownloadStore {
  return { findFile: async (messageId) => (await selectFile(pool, [messageId]))[0] ?? null };
}
