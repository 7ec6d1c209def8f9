import { copiesDatabase } from "./device-databases.ts";
import type { DBSchema } from "idb";
import { reopened } from "./stored-rows.ts";

export type OneStore = ReturnType<typeof oneStore>;

interface Values extends DBSchema {
  values: { key: string; value: unknown };
}

export function oneStore(name: string) {
  const database = reopened<Values>(name, (made) => made.createObjectStore("values"));
  return {
    get: async (key: string): Promise<unknown> => (await database()).get("values", key),
    put: async (key: string, value: unknown): Promise<void> =>
      void (await (await database()).put("values", value, key)),
    remove: async (keys: readonly string[]): Promise<void> => {
      const change = (await database()).transaction("values", "readwrite");
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
    keys: async (): Promise<readonly string[]> => (await database()).getAllKeys("values"),
  };
}

/** Whether a database of this name exists; undefined if the browser cannot say. Does not create it. */
export const hasDatabase = async (name: string): Promise<boolean | undefined> =>
  "databases" in indexedDB ? (await indexedDB.databases()).some((database) => database.name === name) : undefined;

export const deviceCopies = oneStore(copiesDatabase);

/** Whether the device may have offline copies. Checks for the database, since reading a value would create an empty one. */
export const hasDeviceCopies = async (): Promise<boolean> => (await hasDatabase(copiesDatabase)) !== false;
