import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Clock, pause, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { checkDatabase, nameOfDatabase } from "./check-database.ts";
import { type DataFolder, holdDataFolder, tightenDataFolder, unfinishedRestore } from "./data-folder.ts";
import { type DatabaseHold, holdDatabase, type HoldKind } from "./database-hold.ts";
import { connectDatabase, type DatabaseAddress, type OpenDatabase } from "./database.ts";
import { findSchemaChanges } from "./schema-changes.ts";
import { ownAddress, superuserAddress } from "./own-roles.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { isPostmasterOf, readPostmasterFile } from "./postmaster-file.ts";

interface StorageOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly poolSize: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Called only if tables need changes. */
  readonly upgrade: () => Promise<UpgradeSteps>;
}

export interface UpgradeSteps {
  readonly waits: () => void;
  readonly begins: (upgrade: Upgrade) => Promise<void>;
}

/** Our own running PostgreSQL, for work that our role may not do. */
export interface OwnCluster {
  readonly dataFolder: string;
  readonly superuser: DatabaseAddress;
}

interface Upgrade {
  /** The cluster of our own PostgreSQL; null with `DATABASE_URL`. */
  readonly cluster: OwnCluster | null;
  readonly migration: string;
}

interface CommandStorageOptions extends StorageOptions {
  /** RUN-7c: whether to create a missing database. */
  readonly isNew: boolean;
}

interface ServerStorageOptions extends StorageOptions {
  /** RUN-4b: whether other processes may share the database of `DATABASE_URL`. */
  readonly hold: HoldKind;
}

export interface OpenStorage extends OpenDatabase {
  /** The database's name for display, never with the password. */
  readonly name: string;
  /** The cluster of our own PostgreSQL; null with `DATABASE_URL`. */
  readonly cluster: OwnCluster | null;
  /** Names of the changes made: migrations and `functions`. */
  readonly migrated: readonly string[];
  /** Closes connections, stops what was started and releases `DATA_DIR`. */
  close(): Promise<void>;
}

/** How long a server that is shutting down may keep holding its folder. */
const leavingServerMs = 3000;
/** How long a command waits for the PostgreSQL of a server that is starting. */
const startingServerMs = 10_000;
const pollEveryMs = 100;
/** How long closing waits for running queries, although there should be none. */
const lastQueriesMs = 1000;

/** Takes `DATA_DIR` for this process and opens its database (RUN-3, RUN-4). Throws a StartupProblem that explains any failure. */
export async function openStorage(options: ServerStorageOptions): Promise<OpenStorage> {
  const { dataDir, clock } = options;
  const folder = await pollUntil(clock, leavingServerMs, () => holdDataFolder(dataDir));
  if (folder !== null) return await openHeld(options, folder, options.hold);
  throw new StartupProblem(
    `DATA_DIR ${dataDir} is in use by another Cuplaj (a server, or a command such as backup): stop it, wait for it, or give this one its own DATA_DIR.`,
  );
}

/** Opens the database for a command, which shares it with a running server (RUN-7). */
export async function openStorageBeside(options: CommandStorageOptions): Promise<OpenStorage> {
  const { dataDir, databaseUrl, isNew } = options;
  if (databaseUrl !== null)
    return await openAt(options, { at: databaseUrl, cluster: null }, { prepare: (open) => checkMade(open, isNew) });
  const isMade = existsSync(join(dataDir, "postgres"));
  // A server that is just creating the database holds the folder.
  const folder = isMade || isNew || existsSync(join(dataDir, "lock")) ? holdDataFolder(dataDir) : "nobody";
  if (folder === null) {
    const at = await addressOfRunning(options);
    return await openAt(options, { at, cluster: clusterOf(dataDir, superuserAddress(dataDir, at)) });
  }
  if (folder !== "nobody" && (isMade || isNew)) return await openHeld(options, folder);
  if (folder !== "nobody") folder.release();
  throw missingDatabase(`DATA_DIR ${dataDir} holds no database`);
}

async function checkMade({ pool }: OpenDatabase, isNew: boolean): Promise<void> {
  const { rows } = await pool.query<{ is_made: boolean }>("select to_regclass('participants') is not null as is_made");
  if (rows[0]?.is_made !== true && !isNew) throw missingDatabase("The database of DATABASE_URL holds no tables");
}

const missingDatabase = (found: string): StartupProblem =>
  new StartupProblem(`${found}: run the command with the service's settings, or with --new to create one.`);

const clusterOf = (dataDir: string, superuser: DatabaseAddress): OwnCluster => ({
  dataFolder: join(realpathSync(dataDir), "postgres"),
  superuser,
});

async function openHeld(options: StorageOptions, folder: DataFolder, hold?: HoldKind): Promise<OpenStorage> {
  const { dataDir, databaseUrl, clock, log } = options;
  try {
    if (existsSync(join(dataDir, unfinishedRestore))) {
      throw new StartupProblem(
        `DATA_DIR ${dataDir} holds an unfinished restore: empty it, and restore the backup again.`,
      );
    }
    tightenDataFolder(dataDir, log);
    if (databaseUrl !== null) {
      const at = { at: databaseUrl, cluster: null };
      return await openAt(options, at, {
        prepare: ({ newClient }, name) => hold && holdDatabase({ newClient, kind: hold, name, clock, log }),
        stop: () => folder.release(),
      });
    }
    const own = await startOwnPostgres({ dataDir, clock, log, isDurable: true });
    const stop = async (): Promise<void> => {
      await own.stop();
      folder.release();
    };
    return await openAt(options, { at: own.address, cluster: clusterOf(dataDir, own.superuser) }, { stop });
  } catch (error) {
    folder.release();
    throw error;
  }
}

interface Around {
  /** Runs before tables are touched; its result is released together with the database. */
  readonly prepare?: (open: OpenDatabase, name: string) => Promise<DatabaseHold | void> | undefined;
  readonly stop?: () => Promise<void> | void;
}

async function openAt(
  options: StorageOptions,
  { at, cluster }: { readonly at: DatabaseAddress | string; readonly cluster: OwnCluster | null },
  { prepare, stop }: Around = {},
): Promise<OpenStorage> {
  const { clock, log } = options;
  const open = connectDatabase({ at, clock, log, connectionsMax: options.poolSize });
  let hold: DatabaseHold | void = undefined;
  const close = async (): Promise<void> => {
    await hold?.release();
    await withTimeout(open.close(), lastQueriesMs, clock);
    await stop?.();
  };
  const upgrade = async (): Promise<readonly string[]> => {
    const { waits, begins } = await options.upgrade();
    const { upgradeTables } = await import("./upgrade.ts");
    return await upgradeTables({ at, clock, waits, begins: (migration) => begins({ cluster, migration }) });
  };
  try {
    await checkDatabase(open, at, log);
    const name = typeof at === "string" ? nameOfDatabase(at) : `PostgreSQL of DATA_DIR ${options.dataDir}`;
    hold = await prepare?.(open, name);
    const { pending, areFunctionsCurrent, newer } = await findSchemaChanges(open.pool);
    const isCurrent = pending.length === 0 && areFunctionsCurrent && newer === null;
    const migrated = isCurrent ? [] : await upgrade();
    return { ...open, name, cluster, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressOfRunning({ dataDir, clock }: StorageOptions): Promise<DatabaseAddress> {
  const dataFolder = join(dataDir, "postgres");
  const running = await pollUntil(clock, startingServerMs, () => {
    const found = readPostmasterFile(dataFolder);
    return found?.isReady === true && isPostmasterOf(found.pid, dataFolder) ? found : null;
  });
  if (running === null) {
    throw new StartupProblem(
      `The server that uses DATA_DIR ${dataDir} has no database of its own: set the same DATABASE_URL.`,
    );
  }
  return ownAddress(dataDir, running);
}

async function pollUntil<T>(clock: Clock, limitMs: number, find: () => T | null): Promise<T | null> {
  const giveUpAt = clock.steadyMs() + limitMs;
  for (;;) {
    const found = find();
    if (found !== null || clock.steadyMs() > giveUpAt) return found;
    await pause(clock, pollEveryMs);
  }
}
