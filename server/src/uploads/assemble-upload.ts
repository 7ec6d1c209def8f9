import type { FileStorages } from "../file-storage/object-storage.ts";
import type { FileOnDisk } from "../media/inspection.ts";
import type { FoundUpload } from "./store.ts";
import { createWorkFile } from "./work-file.ts";

/** Writes the parts of a finished upload to one file; null where it is not finished, or was swept meanwhile. */
export async function assembleUpload(
  storages: Pick<FileStorages, "byId">,
  { storageId, parts, offset, bytes }: FoundUpload,
  path: string,
): Promise<FileOnDisk | null> {
  if (offset !== bytes) return null;
  const storage = await storages.byId(storageId);
  const whole = createWorkFile(path);
  for (const { id } of parts) {
    const part = await storage.open(id);
    if (part === null) return null;
    await whole.append(part);
  }
  const file = whole.finish();
  return file.bytes === bytes ? file : null;
}
