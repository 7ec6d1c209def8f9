import type { Readable } from "node:stream";
import type { ByteRange, FileStorages } from "./object-storage.ts";
import { previewOf } from "./rules.ts";
import type { FileRow, FileStore } from "./store.ts";

export interface OpenFileParts {
  readonly files: Pick<FileStore, "find">;
  readonly storages: Pick<FileStorages, "byId">;
}

/** Opens a stored file; null if it is absent. Finds a file even if it moved after its row was read (MSG-3v). */
export async function openFile(
  { files, storages }: OpenFileParts,
  row: Pick<FileRow, "id" | "storageId">,
  which: "whole" | "preview",
  range?: ByteRange,
): Promise<Readable | null> {
  const name = which === "preview" ? previewOf(row.id) : row.id;
  const opened = await (await storages.byId(row.storageId)).open(name, range);
  if (opened !== null) return opened;
  const moved = await files.find(row.id);
  if (moved === null || moved.storageId === row.storageId) return null;
  return await (await storages.byId(moved.storageId)).open(name, range);
}
