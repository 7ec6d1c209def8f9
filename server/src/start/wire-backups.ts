import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import serverPackage from "../../package.json" with { type: "json" };
import { noteCommand } from "../audit/note-command.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import { backUp, type BackupEnd, type BackUpParts, type CopiedDatabase } from "../backups/back-up.ts";
import { type BackupHeader, clusterName, dumpName } from "../backups/backup-format.ts";
import { clusterSource, copyCluster } from "../backups/copy-cluster.pg.ts";
import { backUpDaily, type DailyBackups, keepNewest } from "../backups/daily-backups.ts";
import { dumpedDatabase, dumpRestorer } from "../backups/dumped-database.pg.ts";
import { bytesOf } from "../backups/folder-entries.ts";
import { noteBackup } from "../backups/last-backup.pg.ts";
import { pathElsewhere } from "../backups/restore-elsewhere.ts";
import { restore, type RestoreEnd, type Unpacked } from "../backups/restore.ts";
import { type RestoredDatabase, settleFiles } from "../backups/settle-files.ts";
import { settleRestored } from "../backups/settle-restored.pg.ts";
import { readIdentity } from "../files/storage/disk-storage.ts";
import { folderInDataDir, readStorageUrl } from "../files/storage/storage-address.ts";
import type { StorageRow } from "../files/storage/storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import { freeBytesOf } from "../kernel/free-bytes.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage, OwnCluster, UpgradeSteps } from "../storage/open-storage.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { giveToPostgres, ownMajor } from "../storage/postgres-cluster.ts";

interface BackupWiring {
  readonly config: Pick<Config, "dataDir" | "databaseUrl">;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

const { version } = serverPackage;
const upgradesStored = 2;

interface StoppableBackup {
  readonly storage: Pick<OpenStorage, "pool" | "cluster">;
  /** Aborts the backup and leaves nothing behind (KEEP-1a). */
  readonly stop: AbortSignal;
}

/** `backup FILE` (RUN-7). */
export async function backUpByCommand(
  { config, storage, clock, say, stop }: BackupWiring & StoppableBackup,
  file: string,
): Promise<BackupEnd> {
  if (existsSync(file)) throw new StartupProblem(`${resolve(file)} is there already: give another name.`);
  const { dataDir, databaseUrl } = config;
  const { pool, cluster } = storage;
  const database = cluster === null ? await dumpedDatabase(String(databaseUrl), stop) : ownDatabase(cluster);
  const rows = createStorageRows(pool);
  const findFiles: BackUpParts["findFiles"] = async () => {
    const stored = await rows.list();
    const outside = stored.filter(({ url }) => folderInDataDir(url) === null);
    const reached = await Promise.all(outside.map((row) => reachElsewhere(row, dataDir)));
    return {
      inside: stored.flatMap(({ url }) => folderInDataDir(url) ?? []),
      elsewhere: reached.filter((each) => each !== null),
      outOfReach: outside.filter((_row, at) => reached[at] === null).map(({ url }) => url),
    };
  };
  const end = await backUp({ dataDir, database, findFiles, version, clock, say, stop }, resolve(file));
  await noteBackup(pool, end.begunAt);
  return end;
}

/** A storage in a folder outside `DATA_DIR`; null if it is in S3 or out of reach (a disk not mounted). */
async function reachElsewhere({ id, url }: StorageRow, dataDir: string): Promise<BackupHeader["elsewhere"][0] | null> {
  const address = readStorageUrl(url, dataDir);
  if (address?.kind !== "disk") return null;
  const found = await readIdentity(address.folder).catch(() => null);
  return found === id ? { name: `storage-${id}`, folder: address.folder } : null;
}

const ownDatabase = (cluster: OwnCluster): CopiedDatabase => ({
  kind: "own",
  major: ownMajor,
  bytes: () => bytesOf(clusterSource(cluster)),
  copy: (archive) => copyCluster(cluster, archive),
});

/** `backup daily FOLDER` (KEEP-6). */
export async function backUpDailyByCommand(
  parts: BackupWiring & StoppableBackup,
  asked: Pick<DailyBackups, "folder" | "newest">,
): Promise<void> {
  const { clock, storage, stop, say } = parts;
  const makeOne: DailyBackups["makeOne"] = async (file) => {
    const { begunAt, bytes, without } = await backUpByCommand(parts, file);
    await noteCommand(createAuditStore(storage.pool), { kind: "backup.made", what: basename(file), at: clock.now() });
    return [`${file} holds all that was stored until ${begunAt} (${bytes} bytes).`, ...without];
  };
  await backUpDaily({ ...asked, clock, stop, say, makeOne });
}

/** KEEP-4: Backs up before an upgrade. Messages' files are left out, since they never change and stay in place. */
export function upgradeSteps(
  { dataDir }: Pick<Config, "dataDir">,
  clock: Clock,
  log: Record<"info" | "warn", (fields: object, sentence: string) => void>,
): UpgradeSteps {
  const begins: UpgradeSteps["begins"] = async ({ cluster, migration }) => {
    if (cluster === null) {
      log.warn({ migration }, "a newer version changes the tables of DATABASE_URL, which it makes no backup of");
      return;
    }
    const folder = join(dataDir, "backups");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `before-${version}-${migration}.tar.zst`);
    const parts = {
      dataDir,
      database: ownDatabase(cluster),
      findFiles: null,
      version,
      clock,
      say: () => undefined,
      stop: null,
    };
    const { bytes } = await backUp(parts, file);
    await keepNewest(folder, /^before-.*\.tar\.zst$/u, upgradesStored);
    log.info({ file, bytes }, "the database was backed up before a newer version changes its tables");
  };
  return { waits: () => log.info({}, "another process brings the tables up to date: this one waits for it"), begins };
}

/** `restore FILE` (RUN-7). */
export async function restoreByCommand({ config, clock, say }: BackupWiring, file: string): Promise<RestoreEnd> {
  const { dataDir, databaseUrl } = config;
  let restoreDump: Awaited<ReturnType<typeof dumpRestorer>> | null = null;
  const checkHeader = async (header: BackupHeader): Promise<void> => {
    refuseKind(header, databaseUrl);
    if (databaseUrl !== null) restoreDump = await dumpRestorer(databaseUrl);
  };
  const bringUp = async ({ folder, header }: Unpacked): Promise<number> => {
    const folderOf = (url: string): string | null => {
      const address = readStorageUrl(url, folder);
      const found = header.elsewhere.find((each) => address?.kind === "disk" && each.folder === address.folder);
      if (found !== undefined) return pathElsewhere(header, found.name);
      return folderInDataDir(url) === null || address?.kind !== "disk" ? null : address.folder;
    };
    const settle = async (database: RestoredDatabase, pool: StatementPool): Promise<number> => {
      await database.renewEpoch();
      await noteCommand(createAuditStore(pool), { kind: "backup.restored", what: basename(file), at: clock.now() });
      return await settleFiles(database, folderOf);
    };
    if (databaseUrl === null) return await onOwnPostgres(folder, clock, settle);
    await restoreDump?.(join(folder, dumpName));
    await rm(join(folder, dumpName));
    return await settleRestored(databaseUrl, settle);
  };
  return await restore({ dataDir, clock, say, freeBytesOf, checkHeader, bringUp }, resolve(file));
}

function refuseKind({ database, postgres }: BackupHeader, databaseUrl: string | null): void {
  if (database === "dump" && databaseUrl === null)
    throw new StartupProblem("The backup is of a DATABASE_URL: set DATABASE_URL to an empty database.");
  if (database === "own" && databaseUrl !== null)
    throw new StartupProblem("The backup is of Cuplaj's own PostgreSQL: restore it without DATABASE_URL.");
  if (database === "own" && postgres !== ownMajor)
    throw new StartupProblem(
      `The backup is of PostgreSQL ${postgres}, and this Cuplaj brings ${ownMajor}: restore it with the version of Cuplaj that made it.`,
    );
}

/** The first start makes a copied cluster consistent; if that fails, the copy is damaged. */
async function onOwnPostgres(
  folder: string,
  clock: Clock,
  settle: (database: RestoredDatabase, pool: StatementPool) => Promise<number>,
): Promise<number> {
  giveToPostgres(join(folder, clusterName));
  const own = await startOwnPostgres({ dataDir: folder, clock, log: silentLog, isDurable: true });
  try {
    return await settleRestored(own.address, settle);
  } finally {
    await own.stop();
  }
}
