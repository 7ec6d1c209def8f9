import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import serverPackage from "../../package.json" with { type: "json" };
import { type AskedBackup, backUp, type BackupEnd, type CopiedDatabase } from "../backups/back-up.ts";
import { elsewhereName } from "../backups/backup-format.ts";
import { clusterSource, copyCluster } from "../backups/copy-cluster.pg.ts";
import { bytesOf } from "../backups/folder-entries.ts";
import { keepNewest, listFiles } from "../backups/keep-newest.ts";
import { noteBackup } from "../backups/last-backup.pg.ts";
import type { FileFolder, MessageFiles, StoredFiles } from "../backups/message-files.ts";
import { hasFiles, listNamedFiles, storagesOf } from "../backups/message-files.pg.ts";
import type { ProgressPorts } from "../backups/progress.ts";
import { logicalDatabase } from "../backups/read-rows.pg.ts";
import { readIdentity } from "../files/storage/disk-storage.ts";
import { folderInDataDir, readStorageUrl } from "../files/storage/storage-address.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage, OwnCluster, UpgradeSteps } from "../storage/open-storage.ts";
import { ownAddress } from "../storage/own-roles.ts";
import { ownMajor } from "../storage/postgres-cluster.ts";

export interface BackupWiring {
  readonly config: Pick<Config, "dataDir" | "databaseUrl">;
  readonly progress: ProgressPorts;
}

const { version } = serverPackage;
const upgradesStored = 2;

interface StoppableBackup {
  readonly storage: Pick<OpenStorage, "pool" | "cluster">;
  /** Aborts the backup and leaves nothing behind (KEEP-1a). */
  readonly stop: AbortSignal;
}

export async function backUpByCommand(
  { config, storage, progress, stop }: BackupWiring & StoppableBackup,
  { file, isLogical, recipients }: AskedBackup,
): Promise<BackupEnd> {
  if (existsSync(file)) throw new StartupProblem(`${resolve(file)} already exists: choose another name.`);
  const { dataDir, databaseUrl } = config;
  const { pool, cluster } = storage;
  const at = cluster === null ? String(databaseUrl) : ownAddress(dataDir, cluster.superuser);
  const isCopied = cluster !== null && !isLogical;
  const database = isCopied ? ownDatabase(cluster) : await logicalDatabase(at, stop);
  const files = messageFiles(pool, dataDir);
  const parts = { dataDir, database, files, version, recipients, progress, stop };
  const end = await backUp(parts, resolve(file));
  await noteBackup(pool, end.begunAt);
  return end;
}

const messageFiles = (pool: OpenStorage["pool"], dataDir: string): MessageFiles => ({
  async find() {
    const [inside, elsewhere, outOfReach]: [FileFolder[], FileFolder[], StoredFiles["outOfReach"][0][]] = [[], [], []];
    for (const { id: storageId, url } of await createStorageRows(pool).list()) {
      const address = readStorageUrl(url, dataDir);
      const name = folderInDataDir(url);
      if (address?.kind !== "disk") outOfReach.push({ storageId, url });
      else if ((await readIdentity(address.folder).catch(() => null)) !== storageId)
        await refuseAway(pool, storageId, address.folder);
      else if (name !== null) inside.push({ storageId, name, folder: address.folder });
      else elsewhere.push({ storageId, name: elsewhereName(storageId), folder: address.folder });
    }
    return { inside, elsewhere, outOfReach };
  },
  list: (snapshot) => listNamedFiles(snapshot ?? pool),
  storagesOf: (ids) => storagesOf(pool, ids),
});

/** KEEP-1c: a folder that is away, such as on a disk that is not mounted, may only be one without files. */
async function refuseAway(pool: OpenStorage["pool"], storageId: string, folder: string): Promise<void> {
  if (await hasFiles(pool, storageId))
    throw new StartupProblem(
      `The files of messages in ${folder} are away: mount that folder or put it back, then run the backup again.`,
    );
}

const ownDatabase = (cluster: OwnCluster): CopiedDatabase => ({
  kind: "own",
  major: ownMajor,
  bytes: () => bytesOf(clusterSource(cluster)),
  copy: (archive, onSnapshot) => copyCluster(cluster, archive, () => onSnapshot(null)),
});

/** KEEP-4: backs up before an upgrade, without messages' files, since they never change and stay in place. */
export function upgradeSteps(
  { dataDir }: Pick<Config, "dataDir">,
  clock: Clock,
  log: Record<"info" | "warn", (fields: object, sentence: string) => void>,
): UpgradeSteps {
  const begins: UpgradeSteps["begins"] = async ({ cluster, migration }) => {
    if (cluster === null) {
      log.warn({ migration }, "the tables of DATABASE_URL are updated without a backup");
      return;
    }
    const folder = join(dataDir, "backups");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const made = `before-${version}-${migration}.tar.zst`;
    const [file, unnamed] = [join(folder, made), join(folder, `${made}.new`)];
    // Left by killed upgrades; only one process upgrades at a time.
    for (const { name } of await listFiles(folder, /\.(?:part|new)$/u)) await rm(join(folder, name));
    const parts = {
      dataDir,
      database: ownDatabase(cluster),
      files: null,
      version,
      ...{ recipients: [], stop: null },
      progress: { clock, say: () => undefined, isTerminal: false },
    };
    const { bytes } = await backUp(parts, unnamed);
    await rename(unnamed, file);
    const oldestFirst = (await listFiles(folder, /^before-.*\.tar\.zst$/u)).toSorted(
      (one, other) => one.changedAt - other.changedAt,
    );
    await keepNewest(folder, oldestFirst, { newest: upgradesStored, made });
    log.info({ file, bytes }, "the database was backed up before its tables are updated");
  };
  return { waits: () => log.info({}, "another process is updating the tables: waiting for it"), begins };
}
