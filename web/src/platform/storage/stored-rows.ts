import type { DBSchema, IDBPDatabase } from "idb";

interface StoredRow {
  readonly owner: string;
  readonly id: string;
  readonly value: unknown;
}

interface Schema extends DBSchema {
  rows: { key: number; value: StoredRow; indexes: { owner: string; id: string } };
}

export type StoredRows = typeof deviceRows;

/** PERF-1: loads the library on first use. Opens the database at the first call, and again after the browser closed it or a page deleted it. */
export function reopened<Schema extends DBSchema>(
  name: string,
  upgrade: (made: IDBPDatabase<Schema>) => unknown,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = (): void => {
    opened = null;
  };
  async function open(): Promise<IDBPDatabase<Schema>> {
    const { openDB } = await import("idb");
    return openDB<Schema>(name, 1, {
      upgrade: (made) => void upgrade(made),
      blocking: (_current, _blocked, event) => {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
  }
  return () => {
    opened ??= open();
    opened.catch(forget);
    return opened;
  };
}

function createStoredRows(name: string) {
  const database = reopened<Schema>(name, (made) => {
    const rows = made.createObjectStore("rows", { autoIncrement: true });
    rows.createIndex("owner", "owner");
    rows.createIndex("id", "id", { unique: true });
  });
  return {
    put: async (row: StoredRow): Promise<void> => {
      const change = (await database()).transaction("rows", "readwrite");
      await change.store.put(row, await change.store.index("id").getKey(row.id));
      await change.done;
    },
    remove: async (id: string): Promise<void> => {
      const change = (await database()).transaction("rows", "readwrite");
      const position = await change.store.index("id").getKey(id);
      if (position !== undefined) await change.store.delete(position);
      await change.done;
    },
    all: async (owner: string) => {
      const index = (await database()).transaction("rows").store.index("owner");
      const [positions, rows] = await Promise.all([index.getAllKeys(owner), index.getAll(owner)]);
      return rows.flatMap(({ id, value }, i) => {
        const position = positions[i];
        return position === undefined ? [] : [{ id, position, value }];
      });
    },
    texts: async (): Promise<readonly string[]> =>
      (await (await database()).getAll("rows")).map((row) => JSON.stringify(row)),
  };
}

export const deviceRows = createStoredRows("cuplaj.outbox");
