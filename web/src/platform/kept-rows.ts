import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface KeptRow {
  readonly owner: string;
  readonly id: string;
  readonly value: unknown;
}

interface Schema extends DBSchema {
  rows: { key: number; value: KeptRow; indexes: { owner: string; id: string } };
}

/** Rows in the device's database, each with an owner and an id of its own, in the order in which they were added. Calls reject where there is no database to be had. */
export interface KeptRows {
  /** The row's place in the order; the place it has when it is there already. */
  readonly add: (row: KeptRow) => Promise<number>;
  /** Puts another value in the row's place; does nothing where there is no such row. */
  readonly change: (row: KeptRow) => Promise<void>;
  /** Whether any of them was there. */
  readonly remove: (ids: readonly string[]) => Promise<boolean>;
  readonly all: (owner: string) => Promise<readonly { readonly place: number; readonly value: unknown }[]>;
}

/** Opens the database of a name on the first call, and again after it was closed: by the browser, or for a newer release. */
export function createKeptRows(name: string): KeptRows {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;

  function database(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      opened = null;
    };
    opened ??= openDB<Schema>(name, 1, {
      upgrade: (made) => {
        const rows = made.createObjectStore("rows", { autoIncrement: true });
        rows.createIndex("owner", "owner");
        rows.createIndex("id", "id", { unique: true });
      },
      blocking: (_current, _blocked, event) => {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  }

  return {
    add: async (row) => {
      const change = (await database()).transaction("rows", "readwrite");
      const place = (await change.store.index("id").getKey(row.id)) ?? (await change.store.add(row));
      await change.done;
      return place;
    },
    change: async (row) => {
      const change = (await database()).transaction("rows", "readwrite");
      const place = await change.store.index("id").getKey(row.id);
      if (place !== undefined) await change.store.put(row, place);
      await change.done;
    },
    remove: async (ids) => {
      const change = (await database()).transaction("rows", "readwrite");
      let isAny = false;
      for (const id of ids) {
        const place = await change.store.index("id").getKey(id);
        if (place === undefined) continue;
        isAny = true;
        await change.store.delete(place);
      }
      await change.done;
      return isAny;
    },
    all: async (owner) => {
      const index = (await database()).transaction("rows").store.index("owner");
      // Both by owner and then by place, of one snapshot.
      const [places, rows] = await Promise.all([index.getAllKeys(owner), index.getAll(owner)]);
      return rows.flatMap(({ value }, i) => {
        const place = places[i];
        return place === undefined ? [] : [{ place, value }];
      });
    },
  };
}
