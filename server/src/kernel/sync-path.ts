import { open } from "node:fs/promises";

/** Brings a file's bytes, or the names in a folder, to the disk. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
