import { statfs } from "node:fs/promises";

/** What the disk of a path has left for us. */
export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
