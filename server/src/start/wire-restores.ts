import { rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { noteCommand } from "../audit/note-command.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import type { BackupFile } from "../backups/archive-reader.ts";
import { archivedRows, removeRows } from "../backups/archived-rows.ts";
import { type BackupHeader, clusterName, tablesName } from "../backups/backup-format.ts";
import { type Loaded, loadRows, requireEmpty } from "../backups/load-rows.pg.ts";
import { requireRoomToLoad, restore, type RestoreEnd, type Unpacked, type VerifyEnd } from "../backups/restore.ts";
import { requireStorages } from "../backups/restore-elsewhere.ts";
import { type RestoredDatabase, settleFiles } from "../backups/settle-files.ts";
import { settleRestored } from "../backups/settle-restored.pg.ts";
import { folderInDataDir, readStorageUrl } from "../files/storage/storage-address.ts";
import type { Clock } from "../kernel/clock.ts";
import { freeBytesOf } from "../kernel/free-bytes.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { holdDataFolder, refuseRootBeside, verifiedBackup } from "../storage/data-folder.ts";
import type { DatabaseAddress } from "../storage/database.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { giveToPostgres, ownMajor } from "../storage/postgres-cluster.ts";
import type { BackupWiring } from "./wire-backups.ts";

/** `restore FILE` (RUN-7). */
export async function restoreByCommand({ config, progress }: BackupWiring, from: BackupFile): Promise<RestoreEnd> {
  const { dataDir, databaseUrl } = config;
  const { clock, say } = progress;
  const checkHeader = async (header: BackupHeader): Promise<void> => {
    refuseKind(header, databaseUrl);
    if (databaseUrl !== null) await requireEmpty(databaseUrl);
  };
  const bringUp = async (unpacked: Unpacked): Promise<number> => {
    const settle = async (database: RestoredDatabase, pool: StatementPool): Promise<number> => {
      requireStorages(unpacked.header, await database.listStorages());
      await database.renewEpoch();
      await noteCommand(createAuditStore(pool), {
        kind: "backup.restored",
        what: basename(from.file),
        at: clock.now(),
      });
      return await settleFiles(database, folderOfStorage(unpacked));
    };
    return await onDatabase({ unpacked, databaseUrl, clock, say }, settle);
  };
  const parts = { dataDir, progress, freeBytesOf, checkHeader, bringUp, isTrial: false };
  return await restore(parts, { ...from, file: resolve(from.file) });
}

/** `backup verify FILE`: restores into a folder of `DATA_DIR` that it removes again (KEEP-8). */
export async function verifyByCommand({ config, progress }: BackupWiring, from: BackupFile): Promise<VerifyEnd> {
  refuseRootBeside(config.dataDir);
  const dataDir = join(config.dataDir, verifiedBackup);
  const held = holdDataFolder(dataDir);
  if (held === null) throw new StartupProblem(`Another backup is being verified in ${dataDir}: wait until it is done.`);
  held.release();
  await rm(dataDir, { recursive: true });
  let counted = { tables: 0, rows: 0 };
  const { clock, say } = progress;
  const bringUp = async (unpacked: Unpacked): Promise<number> =>
    await onDatabase({ unpacked, databaseUrl: null, clock, say }, async (database, _pool, loaded) => {
      counted = loaded ?? (await database.countAll());
      requireStorages(unpacked.header, await database.listStorages());
      return await settleFiles(database, folderOfStorage(unpacked));
    });
  const checkHeader = async (header: BackupHeader): Promise<void> => refuseKind(header, config.databaseUrl);
  try {
    const parts = { dataDir, progress, freeBytesOf, checkHeader, bringUp, isTrial: true };
    const end = await restore(parts, { ...from, file: resolve(from.file) });
    return { ...end, tables: counted.tables, rows: counted.rows };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Where the files of a storage are unpacked, by the storage's address; null if the backup lacks them. */
const folderOfStorage =
  ({ folder, header, pathOf }: Unpacked) =>
  (url: string): string | null => {
    const address = readStorageUrl(url, folder);
    const found = header.elsewhere.find((each) => address?.kind === "disk" && each.folder === address.folder);
    if (found !== undefined) return pathOf(found.name);
    return folderInDataDir(url) === null || address?.kind !== "disk" ? null : address.folder;
  };

function refuseKind({ database, postgres }: BackupHeader, databaseUrl: string | null): void {
  if (database === "logical") return;
  if (databaseUrl !== null)
    throw new StartupProblem(
      "The backup is a copy of Cuplaj's own PostgreSQL: restore it without DATABASE_URL, or make one with --logical.",
    );
  if (postgres !== ownMajor)
    throw new StartupProblem(
      `The backup is a copy of PostgreSQL ${postgres}, and this Cuplaj brings ${ownMajor}: restore it with the version of Cuplaj that made it.`,
    );
}

interface Restored {
  readonly unpacked: Unpacked;
  /** Null to use the unpacked folder's own PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** `loaded` is null if the backup is a copied cluster. */
type Settle = (database: RestoredDatabase, pool: StatementPool, loaded: Loaded | null) => Promise<number>;

/** The first start makes a copied cluster consistent; if that fails, the copy is damaged. */
async function onDatabase(parts: Restored, settle: Settle): Promise<number> {
  const { unpacked, databaseUrl, clock } = parts;
  if (databaseUrl !== null) return await fillAndSettle(parts, databaseUrl, settle);
  if (unpacked.header.database === "own") giveToPostgres(join(unpacked.folder, clusterName));
  else await requireRoomToLoad(join(unpacked.folder, tablesName), freeBytesOf);
  const own = await startOwnPostgres({ dataDir: unpacked.folder, clock, log: silentLog, isDurable: true });
  try {
    return await fillAndSettle(parts, own.address, settle);
  } finally {
    await own.stop();
  }
}

async function fillAndSettle({ unpacked, clock, say }: Restored, at: DatabaseAddress | string, settle: Settle) {
  const isCopied = unpacked.header.database === "own";
  const loaded = isCopied ? null : await loadRows({ at, clock }, await archivedRows(unpacked.folder));
  if (loaded !== null) await removeRows(unpacked.folder);
  if (loaded !== null && loaded.strangers.length > 0)
    say(`Left out, as Cuplaj has no such tables: ${loaded.strangers.join(", ")}.`);
  return await settleRestored(at, (database, pool) => settle(database, pool, loaded));
}
