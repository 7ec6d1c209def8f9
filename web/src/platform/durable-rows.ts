import { type DeviceStorage, deviceStorage } from "./device-storage.ts";
import { warn } from "./log.ts";
import { createStoredRows, type StoredRows } from "./stored-rows.ts";

/** Where rows are: under which keys of local storage, copied into which database. */
export interface RowStorages {
  /** The prefix of their keys; a row's id follows. */
  readonly prefix: string;
  readonly owner: string;
  readonly storage?: DeviceStorage;
  readonly database?: StoredRows;
  /** Called when a row became safe after it was written. */
  readonly onStored: () => void;
}

/** Another tab's change of a row: the value it wrote, and the current one. */
export interface RowChange {
  readonly id: string;
  readonly written: unknown;
  readonly now: unknown;
}

/** Rows that are safe as soon as they are written. */
export interface DurableRows {
  readonly write: (id: string, value: object) => void;
  readonly has: (id: string) => boolean;
  /** Removes a row; other tabs read its `last` value before it is gone. */
  readonly remove: (id: string, last?: object) => void;
  readonly all: () => readonly unknown[];
  /** Whether all of them survive a closed page. */
  readonly isStored: () => boolean;
  /** Takes in rows only the database has: refused or lost by local storage, or of an older release. */
  readonly takeInCopies: () => Promise<void>;
  /** What a key that another tab changed means; null if not a row's. */
  readonly changeOf: (key: string | null, value: string | null) => RowChange | null;
}

const deviceRows = createStoredRows("cuplaj.outbox");

/** Stands for a deleted row until the database has lost its copy too. */
const deletedMark = "deleted";

/**
 * Rows in local storage, each written in one synchronous step, and copied into the database in the background: the write
 * survives the page, the copy the browser, which writes local storage to disk late. Rows that local storage refuses are
 * held by this page and the database; where even that is closed, by this page alone.
 */
export function createDurableRows(storages: RowStorages): DurableRows {
  const { prefix, owner, storage = deviceStorage, database = deviceRows, onStored } = storages;
  /** Refused by local storage. */
  const held = new Map<string, unknown>();
  /** Those that the database has. */
  const copied = new Set<string>();

  const isDeleted = (id: string): boolean => storage.get(prefix + id) === deletedMark;
  const isInStorage = (id: string): boolean => storage.get(prefix + id) !== null && !isDeleted(id);
  const has = (id: string): boolean => held.has(id) || isInStorage(id);

  function write(id: string, value: object): void {
    storage.set(prefix + id, JSON.stringify(value));
    if (isInStorage(id)) held.delete(id);
    else held.set(id, value);
    void copy(id, value);
  }

  async function copy(id: string, value: object): Promise<void> {
    try {
      await database.put({ owner, id, value });
      if (!held.has(id) || copied.has(id)) return;
      copied.add(id);
      onStored();
    } catch (error) {
      warn("A row could not be copied into the database.", error);
    }
  }

  async function removeCopy(id: string): Promise<void> {
    try {
      await database.remove(id);
      if (isDeleted(id)) storage.set(prefix + id, null);
    } catch (error) {
      warn("The database could not be written.", error);
    }
  }

  return {
    write,
    has,
    remove: (id, last) => {
      if (last && isInStorage(id)) storage.set(prefix + id, JSON.stringify(last));
      storage.set(prefix + id, last ? null : deletedMark);
      held.delete(id);
      copied.delete(id);
      void removeCopy(id);
    },
    all: () => {
      const keys = storage.keys().filter((key) => key.startsWith(prefix));
      return [...keys.map((key) => parsed(storage.get(key))), ...held.values()];
    },
    isStored: () => [...held.keys()].every((id) => copied.has(id)),
    takeInCopies: async () => {
      for (const { id, position, value } of await database.all(owner)) {
        if (isDeleted(id)) await removeCopy(id);
        else if (!has(id) && typeof value === "object" && value !== null) write(id, { position, ...value });
      }
    },
    changeOf: (key, value) =>
      key?.startsWith(prefix)
        ? { id: key.slice(prefix.length), written: parsed(value), now: parsed(storage.get(key)) }
        : null,
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
