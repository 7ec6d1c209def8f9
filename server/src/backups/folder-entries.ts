import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import type { ArchiveWriter } from "./archive-writer.ts";

/** A folder whose files go into a backup. */
export interface FolderSource {
  readonly path: string;
  /** Its name in the backup. */
  readonly name: string;
  /** Whether an entry goes along, by its path from the folder; of one that does not, nothing below it does. */
  isWanted(path: string): boolean;
}

/** Adds a folder with all files and folders below it, in the order of their names. */
export async function addFolder(archive: ArchiveWriter, source: FolderSource): Promise<void> {
  await archive.addFolder(source.name);
  for await (const { path, isFolder } of entriesOf(source)) {
    const name = `${source.name}/${path}`;
    await (isFolder ? archive.addFolder(name) : archive.addFile(name, join(source.path, path)));
  }
}

/** How many bytes that is, about: files come and go meanwhile. */
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

/** Links, sockets and the like are not for a backup. */
async function* entriesOf(source: FolderSource, inside = ""): AsyncGenerator<FolderEntry> {
  const found = (await readdir(join(source.path, inside), { withFileTypes: true }).catch(nullWhereAbsent)) ?? [];
  for (const entry of found.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(inside, entry.name);
    if (!isCopied(entry) || !source.isWanted(path)) continue;
    yield { path, isFolder: entry.isDirectory() };
    if (entry.isDirectory()) yield* entriesOf(source, path);
  }
}

const isCopied = (entry: Dirent): boolean => entry.isFile() || entry.isDirectory();
