import type { Clock } from "../clock.ts";
import { type DeviceStorage, deviceStorage } from "./device-storage.ts";
import { warn } from "../log.ts";
import { parseJson } from "./parse-json.ts";
import type { StoredRows } from "./stored-rows.ts";

export interface RowStorages {
  readonly prefix: string;
  readonly owner: string;
  readonly storage?: DeviceStorage;
  readonly database: StoredRows;
  readonly onStored: () => void;
}

/** A database that does not respond within this many ms counts as empty. */
const databaseMs = 3000;
/** Replaces a deleted row until its copy is removed from the database. */
const deletedMark = "deleted";
/** Prefix of the mark that replaces a sent row until it is removed. */
const sentStart = '{"sent":';

const isMark = (text: string): boolean => text === deletedMark || text.startsWith(sentStart);
const sentOf = (text: string | null): unknown =>
  text?.startsWith(sentStart) ? parseJson(text.slice(sentStart.length, -1)) : null;

/** Finishes the removals of pages that were killed. The prefix may cover several owners: a row's id is the last part of its key. */
export function finishRemovals(
  prefix: string,
  { storage = deviceStorage, database }: Pick<RowStorages, "storage" | "database">,
): void {
  for (const key of storage.keys()) {
    if (!key.startsWith(prefix) || !isMark(storage.get(key) ?? "")) continue;
    // A sent row's mark still contains its text.
    storage.set(key, deletedMark);
    void removeCopy(key, key.slice(key.lastIndexOf(".") + 1), { storage, database });
  }
}

/** Imports rows that only the database has. Calls `onRead` afterwards, or when the database fails or takes too long. */
export function readCopies(
  { takeInCopies }: Pick<ReturnType<typeof createDurableRows>, "takeInCopies">,
  clock: Clock,
  onRead: () => void,
): () => void {
  const stopWaiting = clock.later(databaseMs, onRead);
  void takeInCopies()
    .catch((error: unknown) => warn("The database could not be read.", error))
    .finally(() => {
      stopWaiting();
      onRead();
    });
  return stopWaiting;
}

async function removeCopy(
  key: string,
  id: string,
  { storage, database }: Required<Pick<RowStorages, "storage" | "database">>,
): Promise<void> {
  try {
    await database.remove(id);
    if (storage.get(key) === deletedMark) storage.set(key, null);
  } catch (error) {
    warn("The database could not be written.", error);
  }
}

/** Rows are written at once to local storage, which survives the page, and then copied to the database, which survives the browser. */
export function createDurableRows(storages: RowStorages) {
  const { prefix, owner, storage = deviceStorage, database, onStored } = storages;
  const held = new Map<string, unknown>();
  const copied = new Set<string>();

  const isMarked = (id: string): boolean => isMark(storage.get(prefix + id) ?? "");
  const isInStorage = (id: string): boolean => storage.get(prefix + id) !== null && !isMarked(id);
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

  function remove(id: string, sent?: object): void {
    if (sent && isInStorage(id)) storage.set(prefix + id, `${sentStart}${JSON.stringify(sent)}}`);
    storage.set(prefix + id, sent ? null : deletedMark);
    held.delete(id);
    copied.delete(id);
    void removeCopy(prefix + id, id, { storage, database });
  }

  const idsInStorage = (): readonly string[] =>
    storage.keys().flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));

  return {
    write,
    has,
    remove,
    all: (): readonly unknown[] => [
      ...idsInStorage().map((id) => parseJson(storage.get(prefix + id))),
      ...held.values(),
    ],
    isStored: (): boolean => [...held.keys()].every((id) => copied.has(id)),
    /** Imports rows that only the database has because local storage refused or lost them, or because an older release wrote them. */
    takeInCopies: async (): Promise<void> => {
      for (const { id, position, value } of await database.all(owner)) {
        const isKnown = has(id) || isMarked(id);
        if (!isKnown && typeof value === "object" && value !== null) write(id, { position, ...value });
      }
    },
    changeOf: (key: string | null, value: string | null) =>
      key?.startsWith(prefix)
        ? { id: key.slice(prefix.length), sent: sentOf(value), now: parseJson(storage.get(key)) }
        : null,
  };
}
