import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AskedUpgrade } from "../backups/asked.ts";
import { bytesOf } from "../backups/folder-entries.ts";
import { loadRows } from "../backups/load-rows.pg.ts";
import { withRows } from "../backups/read-rows.pg.ts";
import { reserveBytes } from "../backups/restore.ts";
import type { Clock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { syncPath } from "../kernel/sync-path.ts";
import type { Config } from "../settings/config.ts";
import { folderMode, holdDataFolder, refuseRootBeside, unfinishedUpgrade } from "../storage/data-folder.ts";
import { startOwnPostgres } from "../storage/own-postgres.ts";
import { passwordFile, superuserPasswordFile } from "../storage/own-roles.ts";
import { majorOf, ownMajor } from "../storage/postgres-cluster.ts";
import { stopForgottenPostgres } from "../storage/postgres-process.ts";

interface UpgradeWiring {
  readonly config: Pick<Config, "dataDir" | "databaseUrl">;
  readonly clock: Clock;
  readonly freeBytesOf: (folder: string) => Promise<number>;
  readonly say: (line: string) => void;
}

/** How fast a slow disk copies a database, including the time for indexes and counting. */
const bytesPerMinute = 300_000_000;

/** `database upgrade` (KEEP-10): the old database stays as it is until `--confirm`, so that any step may be repeated. */
export async function upgradeDatabaseByCommand(wiring: UpgradeWiring, asked: AskedUpgrade): Promise<readonly string[]> {
  const { dataDir, databaseUrl } = wiring.config;
  if (databaseUrl !== null)
    throw new StartupProblem("DATABASE_URL names a PostgreSQL of yours: upgrade that one, by its own means.");
  refuseRootBeside(dataDir);
  const folders = foldersIn(dataDir);
  if (!existsSync(folders.postgres) && !existsSync(folders.next))
    throw new StartupProblem(`DATA_DIR ${dataDir} holds no database: give the command the service's settings.`);
  if (asked.kind === "confirm") return await removeOld(folders);
  const held = holdDataFolder(dataDir);
  if (held === null) throw new StartupProblem(`DATA_DIR ${dataDir} is in use: stop the server first.`);
  try {
    return await upgrade(wiring, folders, asked.release);
  } finally {
    held.release();
  }
}

type Folders = ReturnType<typeof foldersIn>;

function foldersIn(dataDir: string) {
  const unfinished = join(dataDir, unfinishedUpgrade);
  return { dataDir, unfinished, postgres: join(dataDir, "postgres"), next: join(unfinished, "postgres") };
}

const oldFolder = ({ postgres }: Folders, major: number): string => `${postgres}.${major}`;

async function upgrade(wiring: UpgradeWiring, folders: Folders, release: string | null): Promise<readonly string[]> {
  const { postgres, unfinished } = folders;
  if (existsSync(postgres)) {
    const major = majorOf(postgres);
    if (major === ownMajor) {
      await rm(unfinished, { recursive: true, force: true });
      return [`The database already belongs to PostgreSQL ${ownMajor}.`];
    }
    if (release === null)
      throw new StartupProblem("--old-release is missing: the folder of the release that ran before.");
    if (existsSync(oldFolder(folders, major)))
      throw new StartupProblem(
        `${oldFolder(folders, major)} already exists from an earlier upgrade: move it elsewhere first.`,
      );
    // A partial copy looks like a whole one and takes up space, so it is removed first.
    await stopForgottenPostgres(folders.next, wiring.clock, silentLog);
    rmSync(unfinished, { recursive: true, force: true });
    await sayRoom(wiring, folders, major);
    await makeNext(wiring, folders, resolve(release));
    await rename(postgres, oldFolder(folders, major));
    await syncPath(folders.dataDir);
  }
  await rename(folders.next, postgres);
  await syncPath(folders.dataDir);
  await rm(unfinished, { recursive: true });
  return [
    `The database now belongs to PostgreSQL ${ownMajor}, and the server can start.`,
    'The old database is kept: once everything works, remove it with "cuplaj database upgrade --confirm".',
  ];
}

async function sayRoom(
  { say, freeBytesOf }: UpgradeWiring,
  { dataDir, postgres }: Folders,
  major: number,
): Promise<void> {
  const bytes = await bytesOf({ path: postgres, name: "", isWanted: (path) => path !== "pg_wal" });
  const free = await freeBytesOf(dataDir);
  const minutes = Math.ceil(bytes / bytesPerMinute);
  say(
    `PostgreSQL ${major} to ${ownMajor}: needs about ${bytes} bytes of ${dataDir}, where ${free} are free, and about ${minutes} min.`,
  );
  if (free < bytes + reserveBytes)
    throw new StartupProblem(`There is no room for a second database in ${dataDir}: nothing was changed.`);
}

async function makeNext({ clock, say }: UpgradeWiring, folders: Folders, release: string): Promise<void> {
  const { dataDir, unfinished } = folders;
  const common = { clock, log: silentLog, isDurable: true };
  const old = await startOwnPostgres({ ...common, dataDir, release });
  try {
    say("The old PostgreSQL runs.");
    mkdirSync(unfinished, { mode: folderMode() });
    for (const fileIn of [passwordFile, superuserPasswordFile]) copyFileSync(fileIn(dataDir), fileIn(unfinished));
    const made = await startOwnPostgres({ ...common, dataDir: unfinished });
    try {
      say("The new PostgreSQL runs.");
      const at = { at: made.address, clock };
      const { tables, rows, strangers } = await withRows(old.address, null, (source) => loadRows(at, source));
      if (strangers.length > 0)
        throw new StartupProblem(
          `Cuplaj has no such tables: ${strangers.join(", ")}. Move them elsewhere, or drop them.`,
        );
      say(`Copied and compared ${rows} rows in ${tables} tables.`);
    } finally {
      await made.stop();
    }
  } finally {
    await old.stop();
  }
}

async function removeOld(folders: Folders): Promise<readonly string[]> {
  if (!existsSync(folders.postgres) || majorOf(folders.postgres) !== ownMajor)
    throw new StartupProblem(`The database does not belong to PostgreSQL ${ownMajor} yet: nothing was removed.`);
  const old = readdirSync(folders.dataDir).filter((name) => /^postgres\.\d+$/u.test(name));
  for (const name of old) await rm(join(folders.dataDir, name), { recursive: true });
  return old.length === 0 ? ["There is no old database."] : [`Removed ${old.join(", ")}.`];
}
