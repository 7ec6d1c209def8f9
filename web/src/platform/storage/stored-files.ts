import { systemClock } from "../clock.ts";
import type { DBSchema } from "idb";
import { reopened } from "./stored-rows.ts";

export interface PreparedFile {
  readonly bytes: Blob;
  readonly name: string;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether the file is damaged; the server's check would refuse it too. */
  readonly isBroken?: boolean;
}

/** A file waiting on the device, under its message's client id. */
export interface StoredFile {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly chosen: Blob;
  readonly prepared?: PreparedFile & { readonly isOriginal: boolean };
  /** The address for resuming an interrupted upload, and whether that upload is complete. */
  readonly uploadUrl: string | null;
  readonly isUploaded?: boolean;
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile };
}

export type StoredFiles = ReturnType<typeof createStoredFiles>;

/** How long a database may take to open, in ms. A damaged one may never open, so it then counts as missing. */
const openMs = 3000;

const inTime = <Value>(opening: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = systemClock.later(openMs, () => reject(new Error("The database does not open.")));
    opening.then(resolve, reject).finally(stop);
  });

export function createStoredFiles(name = "cuplaj.files") {
  const open = reopened<Schema>(name, (made) => made.createObjectStore("files", { keyPath: "id" }));
  const database = async () => {
    await import("idb");
    return await inTime(open());
  };
  return {
    put: async (file: StoredFile): Promise<void> => void (await (await database()).put("files", file)),
    get: async (id: string): Promise<StoredFile | undefined> => (await database()).get("files", id),
    change: async (id: string, changes: Partial<StoredFile>): Promise<void> => {
      const change = (await database()).transaction("files", "readwrite");
      const held = await change.store.get(id);
      if (held) await change.store.put({ ...held, ...changes });
      await change.done;
    },
    remove: async (ids: readonly string[]): Promise<void> => {
      const change = (await database()).transaction("files", "readwrite");
      await Promise.all([...ids.map((id) => change.store.delete(id)), change.done]);
    },
    ids: async (): Promise<readonly string[]> => (await database()).getAllKeys("files"),
  };
}
