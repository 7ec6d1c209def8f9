import { warn } from "../log.ts";

/** The databases that go with a session: what is readable without a network and what the worker sends with; what another app shared. */
export const copiesDatabase = "cuplaj.offline";
export const sharesDatabase = "cuplaj.shared";

export function deleteDatabases(names: readonly string[]): void {
  if (!("indexedDB" in globalThis)) return;
  try {
    for (const name of names) indexedDB.deleteDatabase(name);
  } catch (error) {
    // A browser that refuses pages a database throws where it is named: nothing lies there then.
    warn("The device's databases could not be deleted.", error);
  }
}
