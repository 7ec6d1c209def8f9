import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isObjectName } from "../files/storage/rules.ts";
import { folderInDataDir } from "../files/storage/storage-address.ts";

/** What a restored database needs before anybody reads it. */
export interface RestoredDatabase {
  /** MSG-5: gives all logs another epoch, since clients may have applied what this database does not know. */
  renewEpoch(): Promise<void>;
  /** The storages of files and where they are. */
  listStorages(): Promise<readonly { readonly id: string; readonly url: string }[]>;
  /** How many messages have a file in a storage. */
  countFiles(storageId: string): Promise<number>;
  /** Of objects of a storage: how many are files of messages. Those that the database does not name are named to be removed (MSG-3w). */
  settleObjects(storageId: string, names: readonly string[]): Promise<number>;
}

const takenAtOnce = 1000;

/** Compares the files that came back with what the restored database names; answers how many files of messages are not there. */
export async function settleFiles(database: RestoredDatabase, folder: string): Promise<number> {
  let missing = 0;
  for (const { id, url } of await database.listStorages()) {
    const name = folderInDataDir(url);
    // Those elsewhere, and all of a backup before an upgrade, are in no backup.
    if (name === null || !existsSync(join(folder, name))) continue;
    missing += await database.countFiles(id);
    for await (const names of objectsIn(join(folder, name))) missing -= await database.settleObjects(id, names);
  }
  return missing;
}

async function* objectsIn(folder: string): AsyncGenerator<string[]> {
  const names = (await readdir(folder, { recursive: true })).map((path) => basename(path)).filter(isObjectName);
  for (let start = 0; start < names.length; start += takenAtOnce) yield names.slice(start, start + takenAtOnce);
}
