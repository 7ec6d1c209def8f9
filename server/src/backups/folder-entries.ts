import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import { type ArchiveWriter, unreadable } from "./archive-writer.ts";

export interface FolderSource {
  readonly path: string;
  readonly name: string;
  /** Whether to include an entry, by its path within the folder; an excluded folder excludes its contents. */
  isWanted(path: string): boolean;
}

export async function addFolder(
  archive: ArchiveWriter,
  source: FolderSource,
  onAdded: (path: string) => void = () => undefined,
): Promise<void> {
  await archive.addFolder(source.name);
  for await (const { path, isFolder } of entriesOf(source)) {
    const name = `${source.name}/${path}`;
    if (isFolder) await archive.addFolder(name);
    else if (await archive.addFile(name, join(source.path, path))) onAdded(path);
  }
}

/** Returns the approximate size in bytes, since files come and go. */
export async function bytesOf(source: FolderSource): Promise<number> {
  let bytes = 0;
  for await (const { path, isFolder } of entriesOf(source)) {
    if (!isFolder) bytes += (await stat(join(source.path, path)).catch(nullWhereAbsent))?.size ?? 0;
  }
  return bytes;
}

interface FolderEntry {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Lists files and folders recursively. Skips links, sockets and other special files. */
async function* entriesOf(source: FolderSource, inside = ""): AsyncGenerator<FolderEntry> {
  const folder = join(source.path, inside);
  const entries = await readdir(folder, { withFileTypes: true }).catch(nullWhereAbsent).catch(unreadable(folder));
  const found = entries ?? [];
  for (const entry of found.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(inside, entry.name);
    if (!isCopied(entry) || !source.isWanted(path)) continue;
    yield { path, isFolder: entry.isDirectory() };
    if (entry.isDirectory()) yield* entriesOf(source, path);
  }
}

const isCopied = (entry: Dirent): boolean => entry.isFile() || entry.isDirectory();
