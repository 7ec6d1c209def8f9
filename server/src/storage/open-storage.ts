import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, pause, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { type DataFolder, holdDataFolder } from "./data-folder.ts";
import { checkDatabase, connectDatabase, type DatabaseAddress, nameOfDatabase, type OpenDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { passwordFile } from "./postgres-cluster.ts";
import { isPostmasterOf, readPostmasterFile } from "./postmaster-file.ts";
import { tightenDataFolder } from "./tighten-data-folder.ts";

/** What opening the storage takes. */
export interface StorageOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly poolSize: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The database with its tables up to date. */
export interface OpenStorage extends OpenDatabase {
  /** Which one it is, for people: its place, never its password. */
  readonly name: string;
  /** The migrations that this opening ran. */
  readonly migrated: readonly string[];
  /** Ends the connections, stops what was started for them and lets go of `DATA_DIR`. */
  close(): Promise<void>;
}

/** A server that was just told to leave may still hold its folder for this long. */
const leavingServerMs = 3000;
/** Time for a starting server to bring up its PostgreSQL, for a command that wants to share it. */
const startingServerMs = 10_000;
const pollEveryMs = 100;
/** When the connections are closed nothing should be under way; what still is ends with the database. */
const lastQueriesMs = 1000;

/** Takes `DATA_DIR` for this process and opens its database (RUN-3, RUN-4); a StartupProblem says what is in the way. */
export async function openStorage(options: StorageOptions): Promise<OpenStorage> {
  const folder = await holdSoon(options);
  if (folder === null) {
    throw new StartupProblem(
      `DATA_DIR ${options.dataDir} is in use by another Cuplaj server: stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  return await openHeld(options, folder);
}

/** The same for a command, which shares the database of a running server where there is one (RUN-7). */
export async function openStorageBeside(options: StorageOptions): Promise<OpenStorage> {
  if (options.databaseUrl !== null) return await openAt(options, options.databaseUrl, () => Promise.resolve());
  const held = holdDataFolder(options.dataDir);
  if (held.kind === "held") return await openHeld(options, held.folder);
  return await openAt(options, await addressOfRunning(options), () => Promise.resolve());
}

async function holdSoon(options: StorageOptions): Promise<DataFolder | null> {
  const giveUpAt = options.clock.now() + leavingServerMs;
  for (;;) {
    const held = holdDataFolder(options.dataDir);
    if (held.kind === "held") return held.folder;
    if (options.clock.now() > giveUpAt) return null;
    await pause(options.clock, pollEveryMs);
  }
}

async function openHeld(options: StorageOptions, folder: DataFolder): Promise<OpenStorage> {
  try {
    tightenDataFolder(folder.path, options.log);
    if (options.databaseUrl !== null) {
      return await openAt(options, options.databaseUrl, () => Promise.resolve(folder.release()));
    }
    const { dataDir, clock, log } = options;
    const own = await startOwnPostgres({ dataDir, clock, log, isDurable: true });
    return await openAt(options, own.address, async () => {
      await own.stop();
      folder.release();
    });
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function openAt(
  options: StorageOptions,
  at: DatabaseAddress | string,
  stop: () => Promise<void>,
): Promise<OpenStorage> {
  const { clock, log } = options;
  const open = connectDatabase({ at, clock, log, connectionsMax: options.poolSize });
  const close = async (): Promise<void> => {
    await withTimeout(open.close(), lastQueriesMs, options.clock);
    await stop();
  };
  try {
    await checkDatabase(open, at, log);
    const name = typeof at === "string" ? nameOfDatabase(at) : `PostgreSQL of DATA_DIR ${options.dataDir}`;
    return { ...open, name, migrated: await migrate(at), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressOfRunning({ dataDir, clock }: StorageOptions): Promise<DatabaseAddress> {
  const dataFolder = join(dataDir, "postgres");
  const giveUpAt = clock.now() + startingServerMs;
  for (;;) {
    const running = readPostmasterFile(dataFolder);
    if (running?.isReady === true && isPostmasterOf(running.pid, dataFolder)) {
      const password = readFileSync(passwordFile(dataDir), "utf8").trim();
      return { host: running.host, port: running.port, user: "cuplaj", password, database: "cuplaj" };
    }
    if (clock.now() > giveUpAt) {
      throw new StartupProblem(
        `The server that uses DATA_DIR ${dataDir} has no database of its own: set the same DATABASE_URL.`,
      );
    }
    await pause(clock, pollEveryMs);
  }
}
