import { useEffect, useSyncExternalStore } from "react";
import { warn } from "../../platform/log.ts";
import { createStoredFiles, type StoredFile, type StoredFiles } from "../../platform/storage/stored-files.ts";
import { warnBeforeUnload } from "../../platform/page/window-attention.ts";

/** Holds the bytes of waiting files in memory until the database stores them. If it cannot, the page asks before closing. */
export function createLocalFiles(database: StoredFiles) {
  const held = new Map<string, StoredFile>();
  const pictures = createLocalPictures();
  let stopWarning = (): void => undefined;

  function letGo(id: string): void {
    held.delete(id);
    if (held.size === 0) stopWarning();
  }

  async function find(id: string): Promise<StoredFile | null> {
    const stored = held.get(id) ?? (await database.get(id).catch(() => undefined));
    return stored ?? null;
  }

  return {
    hold: async (file: StoredFile): Promise<void> => {
      if (held.size === 0) stopWarning = warnBeforeUnload(() => held.size > 0);
      held.set(file.id, file);
      pictures.show(file.id, file.chosen);
      try {
        await database.put(file);
        letGo(file.id);
      } catch (error) {
        warn("A file could not be written to the device's database.", error);
      }
    },
    find,
    change: async (id: string, changes: Partial<StoredFile>): Promise<void> => {
      if (changes.prepared) pictures.show(id, changes.prepared.bytes);
      const known = held.get(id);
      if (known) held.set(id, { ...known, ...changes });
      else await database.change(id, changes).catch((error: unknown) => warn("A file could not be changed.", error));
    },
    /** Deletes the bytes; a sent file's picture stays visible for a while. */
    drop: async (ids: readonly string[], areShown: boolean): Promise<void> => {
      if (ids.length === 0) return;
      for (const id of ids) {
        letGo(id);
        if (areShown) pictures.dropLater(id);
        else pictures.drop(id);
      }
      await database.remove(ids).catch((error: unknown) => warn("Files could not be removed.", error));
    },
    isHeld: (id: string): boolean => held.has(id),
    /** Null if the database fails. */
    storedIds: (): Promise<readonly string[] | null> => database.ids().catch(() => null),
    leave: (): void => {
      for (const id of [...held.keys()]) letGo(id);
      pictures.dropAll();
    },
    urlOf: pictures.urlOf,
    subscribe: pictures.subscribe,
    load: async (id: string): Promise<void> => {
      const file = pictures.urlOf(id) === null ? await find(id) : null;
      if (file) pictures.show(id, file.prepared?.bytes ?? file.chosen);
    },
  };
}

export type LocalFiles = ReturnType<typeof createLocalFiles>;

export const localFiles = createLocalFiles(createStoredFiles());

/** The object URL of a waiting file's picture; null until it is read, or if the id has none. */
export function useLocalPicture(id: string | null): string | null {
  useEffect(() => {
    if (id !== null) void localFiles.load(id);
  }, [id]);
  return useSyncExternalStore(localFiles.subscribe, () => (id === null ? null : localFiles.urlOf(id)));
}

/** How many files removed from the device keep their local picture until the server's copy loads. */
const goneMax = 30;

function createLocalPictures() {
  const urls = new Map<string, { readonly of: Blob; readonly url: string }>();
  const listeners = new Set<() => void>();
  let gone: readonly string[] = [];

  function drop(id: string): void {
    URL.revokeObjectURL(urls.get(id)?.url ?? "");
    urls.delete(id);
  }

  return {
    show: (id: string, of: Blob): void => {
      if (urls.get(id)?.of === of) return;
      drop(id);
      urls.set(id, { of, url: URL.createObjectURL(of) });
      for (const listener of listeners) listener();
    },
    urlOf: (id: string): string | null => urls.get(id)?.url ?? null,
    drop,
    dropLater: (id: string): void => {
      gone = [...gone, id];
      for (const old of gone.slice(0, -goneMax)) drop(old);
      gone = gone.slice(-goneMax);
    },
    dropAll: (): void => {
      for (const id of [...urls.keys()]) drop(id);
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
