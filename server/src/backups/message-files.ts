import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { objectPath } from "../files/storage/rules.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { addFolder, type FolderSource } from "./folder-entries.ts";

export interface FileFolder {
  readonly storageId: string;
  /** The entry of the backup that holds the folder. */
  readonly name: string;
  readonly folder: string;
}

export interface StoredFiles {
  readonly inside: readonly FileFolder[];
  readonly elsewhere: readonly FileFolder[];
  /** Storages that this backup does not cover. */
  readonly outOfReach: readonly { readonly storageId: string; readonly url: string }[];
}

/** Ids of files, by storage. */
export type NamedFiles = ReadonlyMap<string, Set<string>>;

export interface MessageFiles {
  /** Throws if a folder with files of messages is away. */
  find(): Promise<StoredFiles>;
  /** Lists the files of all messages in a snapshot of the database; null for now. */
  list(snapshot: StatementPool | null): Promise<NamedFiles>;
  /** Returns the storage of each file that still belongs to a message. */
  storagesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const takenAtOnce = 1000;

export const sourceOf = ({ folder, name }: FileFolder): FolderSource => ({
  ...{ path: folder, name },
  isWanted: (path) => path !== "work",
});

/** Adds the folders, and removes what they hold from `named`. */
export async function addFiles(
  archive: ArchiveWriter,
  folders: readonly FileFolder[],
  named: NamedFiles,
): Promise<void> {
  for (const each of folders)
    await addFolder(archive, sourceOf(each), (path) => named.get(each.storageId)?.delete(basename(path)));
}

/** KEEP-1c: counts the files in `left`, which the backup lacks, that are lost; throws if one only moved or came back. */
export async function countLost(files: MessageFiles, found: StoredFiles, left: NamedFiles): Promise<number> {
  if (JSON.stringify(await files.find()) !== JSON.stringify(found)) throw moved();
  const folders = new Map([...found.inside, ...found.elsewhere].map((each) => [each.storageId, each.folder]));
  const uncovered = new Set(found.outOfReach.map(({ storageId }) => storageId));
  let lost = 0;
  for (const [storageId, ids] of left) {
    if (uncovered.has(storageId)) continue;
    const folder = folders.get(storageId);
    for (const some of piecesOf([...ids])) {
      for (const [id, now] of await files.storagesOf(some)) {
        if (folder === undefined || now !== storageId || existsSync(join(folder, objectPath(id)))) throw moved();
        lost += 1;
      }
    }
  }
  return lost;
}

export function* piecesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += takenAtOnce) yield ids.slice(start, start + takenAtOnce);
}

const moved = (): StartupProblem =>
  new StartupProblem("The files of messages were moved in the meantime: run the backup again.");
