import type { FileStorages, ObjectStorage } from "../storage/object-storage.ts";
import type { FileOnDisk } from "../inspection/inspection.ts";
import type { FoundUpload } from "./store.ts";
import { writeWorkFile } from "./work-file.ts";

/** Joins the parts into a file; null if the upload is unfinished or was removed by a sweep. */
export async function assembleUpload(
  storages: Pick<FileStorages, "byId">,
  { storageId, parts, offset, bytes }: FoundUpload,
  path: string,
): Promise<FileOnDisk | null> {
  if (offset !== bytes) return null;
  const file = await writeWorkFile(path, bytesOf(await storages.byId(storageId), parts));
  return file.bytes === bytes ? file : null;
}

/** Ends early if a part is missing. */
async function* bytesOf(storage: ObjectStorage, parts: FoundUpload["parts"]): AsyncGenerator<Uint8Array> {
  for (const { id } of parts) {
    const part = await storage.open(id);
    if (part === null) return;
    yield* part;
  }
}
