import type { IDBPDatabase } from "idb";
import { copiesDatabase } from "./device-databases.ts";

export interface OneStore {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  readonly remove: (keys: readonly string[]) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

const storeName = "values";

/** PERF-1: the library comes after the page. A database that is deleted, by whichever page, is let go. */
async function openDatabase(name: string, forget: () => void): Promise<IDBPDatabase> {
  const { openDB } = await import("idb");
  return openDB(name, 1, {
    upgrade: (made) => void made.createObjectStore(storeName),
    blocking: (_current, _blocked, event) => {
      forget();
      if (event.target instanceof IDBDatabase) event.target.close();
    },
    terminated: forget,
  });
}

export function oneStore(name: string): OneStore {
  let opened: Promise<IDBPDatabase> | null = null;
  function database(): Promise<IDBPDatabase> {
    const forget = (): void => {
      opened = null;
    };
    opened ??= openDatabase(name, forget);
    opened.catch(forget);
    return opened;
  }
  return {
    get: async (key) => (await database()).get(storeName, key),
    put: async (key, value) => void (await (await database()).put(storeName, value, key)),
    remove: async (keys) => {
      const change = (await database()).transaction(storeName, "readwrite");
      await Promise.all([...keys.map((key) => change.store.delete(key)), change.done]);
    },
    keys: async () => (await (await database()).getAllKeys(storeName)).map(String),
  };
}

/** Whether the device has a database of this name; one is made only by writing into it. Undefined where nobody can say. */
export const hasDatabase = async (name: string): Promise<boolean | undefined> =>
  "databases" in indexedDB ? (await indexedDB.databases()).some((database) => database.name === name) : undefined;

export const deviceCopies = oneStore(copiesDatabase);

/** Whether there may be any: asking them for a value would make an empty database. */
export const hasDeviceCopies = async (): Promise<boolean> => (await hasDatabase(copiesDatabase)) !== false;
