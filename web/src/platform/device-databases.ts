/** The databases that go with a session: what is readable without a network and what the worker sends with; what another app shared. */
export const copiesDatabase = "cuplaj.offline";
export const sharesDatabase = "cuplaj.shared";

/** SW-1f: deletes databases, whichever page has them open. */
export function deleteDatabases(names: readonly string[]): void {
  // Absent in browsers that refuse pages a database.
  if ("indexedDB" in globalThis) for (const name of names) indexedDB.deleteDatabase(name);
}
