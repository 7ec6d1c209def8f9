import { warn } from "../log.ts";

/** The databases of a session: offline copies with the worker's token, and files that other apps shared. */
export const copiesDatabase = "cuplaj.offline";
export const sharesDatabase = "cuplaj.shared";

export function deleteDatabases(names: readonly string[]): void {
  if (!("indexedDB" in globalThis)) return;
  try {
    for (const name of names) indexedDB.deleteDatabase(name);
  } catch (error) {
    warn("The device's databases could not be deleted.", error);
  }
}
