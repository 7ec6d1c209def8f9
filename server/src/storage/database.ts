import pg from "pg";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { createDatabaseTrouble, type DatabaseTrouble } from "./database-trouble.ts";
import { WatchedPool } from "./watched-pool.ts";

// ERR-4: ids stay below 2^53, so int8 may be a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Where a PostgreSQL listens and who we are there; `host` is a folder for a Unix socket. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** What `connectDatabase` takes. */
interface DatabaseOptions {
  /** The address, or the text of `DATABASE_URL`. */
  readonly at: DatabaseAddress | string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectionsMax: number;
}

/** An open database. */
export interface OpenDatabase {
  readonly pool: pg.Pool;
  /** A connection outside the pool, for what must stay on one; it is not connected yet, and the caller ends it. */
  readonly newClient: () => pg.Client;
  /** Told of requests that failed since the database is away or full. */
  readonly trouble: DatabaseTrouble;
  close(): Promise<void>;
}

/** ERR-5: leaves a second of the five for what a call does beside one statement that hangs. */
const statementTimeoutMs = 4000;
/** Longest time that a request waits for a connection; then the database counts as away. */
const connectTimeoutMs = 3000;
/** Our own patience ends before the server's: a database that hangs cannot end a statement by itself. */
const patienceBeforeServerMs = 500;
/** ERR-5: a row that somebody else holds for so long is answered for like a database that is away. */
const lockTimeoutMs = 2000;
/** Locks of a process that vanished without a word, behind a broken network, are free again after this time. */
const idleTransactionMs = 10_000;
const oldestServerVersion = 150_000;
/**
 * What our statements rely on, whatever a PostgreSQL of somebody else's is set to: a commit that was answered is on disk (ERR-3),
 * a statement that waited for a lock goes on with what it finds then, and times are read as ISO.
 */
const sessionSettings = [
  "-c synchronous_commit=on",
  String.raw`-c default_transaction_isolation=read\ committed`,
  "-c DateStyle=ISO",
].join(" ");

/** Opens a pool; nothing is connected before the first query. A lost database makes queries fail, never the process. */
export function connectDatabase({ at, clock, log, connectionsMax }: DatabaseOptions): OpenDatabase {
  const settings = {
    ...connectionSettings(at),
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs - patienceBeforeServerMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  };
  const pool = new WatchedPool({ ...settings, max: connectionsMax, idleTimeoutMillis: 30_000 }, { clock, log });
  // ERR-5: lost between two statements of a transaction nobody else listens, and an error that nobody hears ends the
  // process; the next statement fails by itself.
  pool.on("connect", (client) => client.on("error", (error) => noteLoss(error, log)));
  let isClosing = false;
  pool.on("error", (error) => {
    // One line for each of them would be many; who needs one and gets none tells of it.
    if (!isClosing) noteLoss(error, log);
  });
  const trouble = createDatabaseTrouble({ ask: (kind) => checkAfter(kind, pool), clock, log });
  return {
    pool,
    newClient: () => new pg.Client(settings),
    trouble,
    async close() {
      isClosing = true;
      trouble.stop();
      await pool.end();
    },
  };
}

/** How every connection is opened. */
export function connectionSettings(at: DatabaseAddress | string): pg.PoolConfig {
  const address = typeof at === "string" ? { connectionString: withSessionSettings(at) } : at;
  return { ...address, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: "cuplaj" };
}

/** The settings come last, so that they hold against those that the address brings along. */
function withSessionSettings(url: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get("options");
  changed.searchParams.set("options", given === null ? sessionSettings : `${given} ${sessionSettings}`);
  return changed.href;
}

function noteLoss(error: Error, log: Log): void {
  log.debug({ reason: reasonOf(error) }, "a database connection was lost");
}

/**
 * Asks the server for its version, so that a database that is away or too old is told at the start in one sentence; warns of one
 * that would answer before a commit is on disk (ERR-3). Never shows the password.
 */
export async function checkDatabase(
  open: Pick<OpenDatabase, "pool">,
  at: DatabaseAddress | string,
  log: Pick<Log, "warn">,
): Promise<void> {
  const [found] = await open.pool
    .query<{ version: number; fsync: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync",
    )
    .then((result) => result.rows)
    .catch((error: unknown) => {
      throw new StartupProblem(`The database at ${describeAddress(at)} does not answer: ${readable(error)}.`);
    });
  if (found === undefined || found.version < oldestServerVersion) {
    throw new StartupProblem(
      `The database at ${describeAddress(at)} is PostgreSQL ${Math.floor((found?.version ?? 0) / 10_000)}; Cuplaj needs 15 or newer.`,
    );
  }
  if (found.fsync === "on") return;
  log.warn("the database has fsync off: messages that were answered for can be lost with its power");
}

/** Rejects where the database is away, or takes no writes (after a failover it may be a standby). */
export async function checkWritable(pool: Pick<pg.Pool, "query">): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only !== "off") throw new Error("the database is read-only");
}

/** The database of a `DATABASE_URL`, for people: its name and place, never the password. */
export function nameOfDatabase(url: string): string {
  return `${new pg.Client({ connectionString: url }).database} at ${describeAddress(url)}`;
}

async function checkAfter(trouble: "away" | "full", pool: pg.Pool): Promise<void> {
  if (trouble === "full") await checkDiskRoom(pool);
  await checkWritable(pool);
}

/** More than `work_mem` holds in the probe, so that it goes to the disk, and away again with the statement. */
const spilledRows = 20_000;

/** Rejects where the database's disk is full. Touches no table, nor the database's own log, for want of which it would end. */
export async function checkDiskRoom(pool: Pick<pg.Pool, "query">): Promise<void> {
  await pool.query(`set local work_mem = '64kB'; select count(*) from generate_series(1, ${spilledRows})`);
}

function describeAddress(at: DatabaseAddress | string): string {
  if (typeof at !== "string") return at.host.startsWith("/") ? at.host : `${at.host}:${at.port}`;
  const client = new pg.Client({ connectionString: at });
  return `${client.host}:${client.port} (DATABASE_URL)`;
}

function readable(error: unknown): string {
  if (error instanceof AggregateError) return readable(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message.replaceAll(/[\r\n]+/gu, " ").replace(/\.$/u, "");
}
