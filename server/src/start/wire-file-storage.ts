import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { createMoveStore } from "../files/storage/move.pg.ts";
import { type MoveEnd, moveFiles } from "../files/storage/move-files.ts";
import { identifyLocation, openById, openFileStorages, reachLocation } from "../files/storage/open-file-storages.ts";
import { readStorageUrl } from "../files/storage/storage-address.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { type StorageWatch, watchStorage } from "../files/storage/storage-watch.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createSweepStore } from "../files/storage/sweep.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

interface StartedFileStorage {
  readonly storages: FileStorages;
  readonly watch: StorageWatch;
  stop(): Promise<void>;
}

interface FileStorageWiring {
  readonly config: Pick<Config, "storageUrl" | "dataDir" | "uploadBytesMax">;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly log: Log;
  readonly countError: (trouble: StorageTrouble) => void;
}

export async function startFileStorage({
  config,
  storage,
  clock,
  log,
  countError,
}: FileStorageWiring): Promise<StartedFileStorage> {
  const { storageUrl, dataDir, uploadBytesMax } = config;
  const storages = await openFileStorages({ rows: createStorageRows(storage.pool), storageUrl, dataDir });
  const sweep = new Sweep({ store: createSweepStore(storage.pool), storages, clock, log });
  sweep.start();
  const watch = watchStorage({ storages, uploadBytesMax, clock, log, countError });
  watch.start();
  return { storages, watch, stop: async () => void (await Promise.all([sweep.stop(), watch.stop()])) };
}

interface MoveWiring {
  readonly config: Pick<Config, "dataDir">;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** `storage move` (RUN-7). Running servers follow immediately; null if the address is invalid. */
export async function moveByCommand(
  { config: { dataDir }, storage: { pool }, clock, say }: MoveWiring,
  url: string,
): Promise<(MoveEnd & { readonly url: string }) | null> {
  const address = readStorageUrl(url, dataDir);
  if (address === null) return null;
  const rows = createStorageRows(pool);
  const reached = await reachLocation(address, dataDir);
  const id = await identifyLocation({ rows }, reached);
  await rows.makeCurrent({ id, url: reached.url });
  const target = { id, storage: reached.location.open(id) };
  const storages = { byId: openById({ rows, dataDir }, target) };
  const { workFolder } = reached.location;
  const end = await moveFiles({ moves: createMoveStore(pool), storages, target, workFolder, clock, say });
  return { ...end, url: reached.url };
}
