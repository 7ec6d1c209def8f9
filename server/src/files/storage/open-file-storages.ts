import { randomUUID } from "node:crypto";
import { reasonOf, StartupProblem } from "../../kernel/startup-problem.ts";
import type { FileStorages, NamedStorage, ObjectStorage } from "./object-storage.ts";
import { readStorageUrl, type StorageAddress, usualStorageUrl, writeStorageUrl } from "./storage-address.ts";
import { openLocation } from "./open-location.ts";
import type { StorageLocation } from "./storage-location.ts";
import { StorageProblem } from "./storage-problem.ts";
import type { StorageRow, StorageRows } from "./storages.ts";

interface RowsParts {
  readonly rows: StorageRows;
  readonly dataDir: string;
}

interface FileStorageParts extends RowsParts {
  /** `STORAGE_URL`; null where the database says it. */
  readonly storageUrl: string | null;
}

/**
 * Opens the current storage, the first one at the first start; a StartupProblem says when it is another location than the database's
 * (MSG-3u). The others are opened when a row names them.
 */
export async function openFileStorages(parts: FileStorageParts): Promise<FileStorages> {
  const { rows, dataDir } = parts;
  const current = (await rows.current()) ?? (await addFirst(parts));
  const address = addressOf(parts.storageUrl ?? current.url, dataDir);
  const { location, url, shown } = await reachLocation(address, dataDir);
  if ((await askLocation(shown, () => location.identity())) !== current.id) throw wrongLocation(parts, shown, current);
  // The same location by another address, such as a folder that was moved.
  if (url !== current.url) await rows.moveTo({ id: current.id, url });
  const byId = openById(parts, { id: current.id, storage: location.open(current.id) });
  return {
    async current() {
      const id = (await rows.current())?.id ?? current.id;
      return { id, storage: await byId(id) };
    },
    byId,
    workFolder: location.workFolder,
  };
}

/** Opens storages by their ids, each once, at the addresses that the database has for them. */
export function openById(parts: RowsParts, { id: knownId, storage: known }: NamedStorage): FileStorages["byId"] {
  const opened = new Map([[knownId, Promise.resolve(known)]]);
  return (id) => {
    const found = opened.get(id) ?? openOther(parts, id);
    opened.set(id, found);
    // What was away is tried again by the next who asks.
    found.catch(() => opened.delete(id));
    return found;
  };
}

async function openOther({ rows, dataDir }: RowsParts, id: string): Promise<ObjectStorage> {
  const row = await rows.find(id);
  if (row === null) throw new Error(`no row of storages has the id ${id}`);
  const location = await openLocation(addressOf(row.url, dataDir), dataDir);
  if ((await location.identity()) !== id) throw new StorageProblem("away", `${row.url} is not the storage ${id}`);
  return location.open(id);
}

/** A location that answered, with its address as it is stored, and as people read it. */
interface ReachedLocation {
  readonly location: StorageLocation;
  readonly url: string;
  readonly shown: string;
}

/** Opens a location; a StartupProblem says why it cannot be used. */
export async function reachLocation(address: StorageAddress, dataDir: string): Promise<ReachedLocation> {
  const url = writeStorageUrl(address, dataDir);
  const shown = address.kind === "disk" ? address.folder : url;
  return { url, shown, location: await askLocation(shown, () => openLocation(address, dataDir)) };
}

/** The storage that a location is, or becomes by this; a StartupProblem where it belongs to somebody else. */
export async function identifyLocation(
  { rows }: Pick<RowsParts, "rows">,
  { location, shown }: ReachedLocation,
): Promise<string> {
  return await askLocation(shown, async () => {
    const found = await location.identity();
    if (found !== null && (await rows.find(found)) !== null) return found;
    // What was identified and is empty is left of a start or move that was interrupted.
    if (!(await location.isEmpty())) {
      throw new StartupProblem(`${shown} holds files that are not of this database: give an empty place.`);
    }
    const id = randomUUID();
    await location.identify(id);
    return id;
  });
}

async function addFirst(parts: FileStorageParts): Promise<StorageRow> {
  const { rows, dataDir } = parts;
  const reached = await reachLocation(addressOf(parts.storageUrl ?? usualStorageUrl, dataDir), dataDir);
  return await rows.addFirst(reached.url, () => identifyLocation(parts, reached));
}

async function askLocation<T>(shown: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    const reason = reasonOf(error instanceof StorageProblem ? error.cause : error);
    throw new StartupProblem(
      `The storage of files ${shown} cannot be used (${reason}): set STORAGE_URL to a folder that this account may write, or to a bucket that answers.`,
    );
  }
}

function addressOf(url: string, dataDir: string): StorageAddress {
  const address = readStorageUrl(url, dataDir);
  if (address === null) throw new Error(`storages has an address that cannot be read: ${url}`);
  return address;
}

function wrongLocation({ storageUrl }: FileStorageParts, shown: string, current: StorageRow): StartupProblem {
  return new StartupProblem(
    storageUrl === null
      ? `${shown} is not where the files of this database lie: set STORAGE_URL to the one place that all its processes share, or put that folder back from a backup.`
      : `STORAGE_URL leads to ${shown}, which is not where the files of this database lie (${current.url}): set it to that, or bring the files there with "cuplaj storage move".`,
  );
}
