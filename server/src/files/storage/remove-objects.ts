import type { FileStorages } from "./object-storage.ts";
import { StorageProblem } from "./storage-problem.ts";
import type { FileStore, RemovedObjects } from "./store.ts";

interface RemoveParts {
  readonly files: Pick<FileStore, "forgetObjects">;
  readonly storages: Pick<FileStorages, "byId">;
}

/** MSG-3w: removes objects immediately, since their rows are gone; the sweeps retry failures. */
export async function removeObjects(
  { files, storages }: RemoveParts,
  { storageId, names }: RemovedObjects,
): Promise<void> {
  if (names.length === 0) return;
  try {
    const storage = await storages.byId(storageId);
    for (const name of names) await storage.remove(name);
  } catch (error) {
    if (error instanceof StorageProblem) return;
    throw error;
  }
  await files.forgetObjects(storageId, names);
}
