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
  /** `STORAGE_URL`; null to use the address in the database. */
  readonly storageUrl: string | null;
}

/** Creates the first storage, and opens others on demand. Throws a StartupProblem if the location is not the one in the database (MSG-3u). */
export async function openFileStorages(parts: FileStorageParts): Promise<FileStorages> {
  const { rows, dataDir } = parts;
  const current = (await rows.current()) ?? (await addFirst(parts));
  const address = addressOf(parts.storageUrl ?? current.url, dataDir);
  const { location, url, shown } = await reachLocation(address, dataDir);
  if ((await askLocation(shown, () => location.identity())) !== current.id) throw wrongLocation(parts, shown, current);
  // The same location has another address now, such as a moved folder.
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

export function openById(parts: RowsParts, { id: knownId, storage: known }: NamedStorage): FileStorages["byId"] {
  const opened = new Map([[knownId, Promise.resolve(known)]]);
  return (id) => {
    const found = opened.get(id) ?? openOther(parts, id);
    opened.set(id, found);
    // A failure is not cached, so that the next caller retries.
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

interface ReachedLocation {
  readonly location: StorageLocation;
  readonly url: string;
  readonly shown: string;
}

/** Throws a StartupProblem if the location cannot be used. */
export async function reachLocation(address: StorageAddress, dataDir: string): Promise<ReachedLocation> {
  const url = writeStorageUrl(address, dataDir);
  const shown = address.kind === "disk" ? address.folder : url;
  return { url, shown, location: await askLocation(shown, () => openLocation(address, dataDir)) };
}

/** Returns the storage id of a location, and assigns one if it is new. Throws a StartupProblem if it belongs to another database. */
export async function identifyLocation(
  { rows }: Pick<RowsParts, "rows">,
  { location, shown }: ReachedLocation,
): Promise<string> {
  return await askLocation(shown, async () => {
    const found = await location.identity();
    if (found !== null && (await rows.find(found)) !== null) return found;
    // An empty location with an id is left over from an interrupted start or move.
    if (!(await location.isEmpty())) {
      throw new StartupProblem(`${shown} holds files of another database: use an empty location.`);
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
      `The file storage ${shown} cannot be used (${reason}): set STORAGE_URL to a folder that this account can write to, or to a reachable bucket.`,
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
      ? `${shown} is not where the files of this database are: set STORAGE_URL to the location that all processes share, or restore that folder from a backup.`
      : `STORAGE_URL is ${shown}, but the files of this database are in ${current.url}: set it to that, or move the files with "cuplaj storage move".`,
  );
}
