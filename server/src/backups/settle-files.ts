import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { isObjectName } from "../files/storage/rules.ts";
import { piecesOf } from "./message-files.ts";

export interface RestoredDatabase {
  /** MSG-5: gives all logs a new epoch, since clients may have applied events that this database lacks. */
  renewEpoch(): Promise<void>;
  /** Counts every row of every table. */
  countAll(): Promise<{ readonly tables: number; readonly rows: number }>;
  listStorages(): Promise<readonly { readonly id: string; readonly url: string }[]>;
  countFiles(storageId: string): Promise<number>;
  /** Returns how many of the objects are files of messages. Queues objects that the database does not know for removal (MSG-3w). */
  settleObjects(storageId: string, names: readonly string[]): Promise<number>;
}

/** Compares restored files with the database; returns how many files of messages are missing. `folderOf` finds the folder of a storage's URL. */
export async function settleFiles(
  database: RestoredDatabase,
  folderOf: (url: string) => string | null,
): Promise<number> {
  let missing = 0;
  for (const { id, url } of await database.listStorages()) {
    const folder = folderOf(url);
    // Backups omit files that they could not reach, and backups before an upgrade omit all files.
    if (folder === null || !existsSync(folder)) continue;
    missing += await database.countFiles(id);
    for await (const names of objectsIn(folder)) missing -= await database.settleObjects(id, names);
  }
  return missing;
}

async function* objectsIn(folder: string): AsyncGenerator<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).map((path) => basename(path)).filter(isObjectName);
  yield* piecesOf(names);
}
