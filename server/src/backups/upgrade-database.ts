import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { shownBytes } from "../kernel/shown-bytes.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { syncPath } from "../kernel/sync-path.ts";
import type { Config } from "../settings/config.ts";
import { folderMode, holdDataFolder, refuseRootBeside, unfinishedUpgrade } from "../storage/data-folder.ts";
import { majorOf, ownMajor } from "../storage/postgres-cluster.ts";
import { stopForgottenPostgres } from "../storage/postgres-process.ts";
import { bytesOf } from "./folder-entries.ts";
import { loadingBytes } from "./restore.ts";

/** `release` is the folder of the previous release; `confirm` removes the old database. */
export type AskedUpgrade = { readonly kind: "upgrade"; readonly release: string | null } | { readonly kind: "confirm" };

export interface UpgradePorts {
  readonly config: Pick<Config, "dataDir" | "databaseUrl">;
  readonly clock: Clock;
  readonly freeBytesOf: (folder: string) => Promise<number>;
  readonly say: (line: string) => void;
  /** Throws unless the folder of a release has a PostgreSQL. */
  readonly checkRelease: (release: string) => Promise<unknown>;
  /** Copies the database, which the PostgreSQL of `release` reads, into the folder `unfinished`. */
  readonly copyInto: (unfinished: string, release: string) => Promise<void>;
}

/** How fast a slow disk copies a database, including the time for indexes and counting. */
const bytesPerMinute = 300_000_000;

/** `database upgrade` (KEEP-10): the old database stays as it is until `--confirm`, so that any step may be repeated. */
export async function upgradeDatabase(ports: UpgradePorts, asked: AskedUpgrade): Promise<readonly string[]> {
  const { dataDir, databaseUrl } = ports.config;
  if (databaseUrl !== null)
    throw new StartupProblem("DATABASE_URL is set: upgrade that PostgreSQL with its own tools.");
  refuseRootBeside(dataDir);
  const folders = foldersIn(dataDir);
  if (!existsSync(folders.postgres) && !existsSync(folders.next))
    throw new StartupProblem(`DATA_DIR ${dataDir} holds no database: give the command the service's settings.`);
  if (asked.kind === "confirm") return await removeOld(folders);
  const held = holdDataFolder(dataDir);
  if (held === null) throw new StartupProblem(`DATA_DIR ${dataDir} is in use: stop the server first.`);
  try {
    return await upgrade(ports, folders, asked.release);
  } finally {
    held.release();
  }
}

type Folders = ReturnType<typeof foldersIn>;

function foldersIn(dataDir: string) {
  const unfinished = join(dataDir, unfinishedUpgrade);
  return { dataDir, unfinished, postgres: join(dataDir, "postgres"), next: join(unfinished, "postgres") };
}

async function upgrade(ports: UpgradePorts, folders: Folders, release: string | null): Promise<readonly string[]> {
  const { dataDir, postgres, unfinished, next } = folders;
  if (existsSync(postgres)) {
    const major = majorOf(postgres);
    if (major === ownMajor) {
      await rm(unfinished, { recursive: true, force: true });
      return [`The database already belongs to PostgreSQL ${ownMajor}.`];
    }
    if (release === null)
      throw new StartupProblem("--old-release is missing: the folder of the release that ran before.");
    await ports.checkRelease(resolve(release));
    const old = `${postgres}.${major}`;
    if (existsSync(old))
      throw new StartupProblem(`${old} already exists from an earlier upgrade: move it elsewhere first.`);
    // A partial copy looks like a whole one and takes up space, so it is removed first.
    await stopForgottenPostgres(next, ports.clock, silentLog);
    rmSync(unfinished, { recursive: true, force: true });
    await sayRoom(ports, folders, major);
    mkdirSync(unfinished, { mode: folderMode() });
    try {
      await ports.copyInto(unfinished, resolve(release));
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    await rename(postgres, old);
    await syncPath(dataDir);
    ports.say(`The old database is now ${old}.`);
  }
  await rename(next, postgres);
  await syncPath(dataDir);
  ports.say(`The new database is now ${postgres}.`);
  await rm(unfinished, { recursive: true });
  return [
    `The database now belongs to PostgreSQL ${ownMajor}, and the server can start.`,
    'The old database is kept: once everything works, remove it with "cuplaj database upgrade --confirm".',
  ];
}

async function sayRoom(
  { say, freeBytesOf }: UpgradePorts,
  { dataDir, postgres }: Folders,
  major: number,
): Promise<void> {
  const bytes = await bytesOf({ path: postgres, name: "", isWanted: (path) => path !== "pg_wal" });
  const free = await freeBytesOf(dataDir);
  const [needed, minutes] = [bytes + loadingBytes, Math.ceil(bytes / bytesPerMinute)];
  say(
    `PostgreSQL ${major} to ${ownMajor}: needs about ${shownBytes(needed)} of ${dataDir} (${shownBytes(loadingBytes)} of it only during the copy), where ${shownBytes(free)} are free, and about ${minutes} min.`,
  );
  if (free < needed)
    throw new StartupProblem(`There is no room for a second database in ${dataDir}: nothing was changed.`);
}

async function removeOld({ dataDir, postgres }: Folders): Promise<readonly string[]> {
  if (!existsSync(postgres) || majorOf(postgres) !== ownMajor)
    throw new StartupProblem(`The database does not belong to PostgreSQL ${ownMajor} yet: nothing was removed.`);
  const old = readdirSync(dataDir).filter((name) => /^postgres\.\d+$/u.test(name));
  for (const name of old) await rm(join(dataDir, name), { recursive: true });
  return old.length === 0 ? ["There is no old database."] : [`Removed ${old.join(", ")}.`];
}
