import pg from "pg";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { createDatabaseTrouble, type DatabaseTrouble } from "./database-trouble.ts";
import type { StatementPool } from "./named-statement.ts";
import { WatchedPool } from "./watched-pool.ts";

// ERR-4: ids stay below 2^53, so int8 may be a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Address and credentials of a PostgreSQL; `host` is a folder for a Unix socket. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

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
  /** Counts the requests that failed because the database is away or full. */
  readonly trouble: DatabaseTrouble;
  close(): Promise<void>;
}

/** ERR-5: leaves a second of the five for what a call does beside one statement that hangs. */
const statementTimeoutMs = 4000;
/** Longest time that a request waits for a connection; then the database counts as away. */
const connectTimeoutMs = 3000;
/** Our own limit ends before the server's: a database that hangs cannot end a statement by itself. */
const queryTimeoutMs = statementTimeoutMs - 500;
/** ERR-5: a row that is locked for so long is answered for like a database that is away. */
const lockTimeoutMs = 2000;
/** Locks of a process that is gone without closing its connection, such as behind a broken network, are released after this time. */
const idleTransactionMs = 10_000;
/**
 * What our statements rely on, whatever their PostgreSQL is set to: a commit that was answered is on disk (ERR-3), a statement that
 * waited for a lock goes on with what it finds then, times are read as ISO, and the tables are in memory or on an SSD: by the
 * default, that of a disk that must seek, PostgreSQL reads a table of some hundred rows whole for each row that it wants.
 */
const sessionSettings = [
  "-c synchronous_commit=on",
  String.raw`-c default_transaction_isolation=read\ committed`,
  "-c DateStyle=ISO",
  "-c random_page_cost=1.1",
].join(" ");

/** Opens a pool; nothing is connected before the first query. A lost database makes queries fail, never the process. */
export function connectDatabase({ at, clock, log, connectionsMax }: DatabaseOptions): OpenDatabase {
  const settings = {
    ...connectionSettings(at),
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
  };
  const pool = new WatchedPool(
    { ...settings, max: connectionsMax, idleTimeoutMillis: 30_000, pipeline: true },
    { clock, log },
  );
  // One line for each of them would be many; requests that fail are logged by `trouble`.
  const noteLoss = (error: Error): void => log.debug({ reason: reasonOf(error) }, "a database connection was lost");
  // ERR-5: an error between two statements of a transaction has no other listener, and would end the process; the next
  // statement fails by itself.
  pool.on("connect", (client) => client.on("error", noteLoss));
  pool.on("error", noteLoss);
  const trouble = createDatabaseTrouble({
    async probe(kind) {
      if (kind === "full") await checkDiskRoom(pool);
      await checkWritable(pool);
    },
    clock,
    log,
  });
  return {
    pool,
    newClient: () => new pg.Client(settings),
    trouble,
    async close() {
      trouble.stop();
      await pool.end();
    },
  };
}

/** How every connection is opened. */
export function connectionSettings(at: DatabaseAddress | string): pg.PoolConfig {
  const address =
    typeof at === "string" ? { connectionString: withSessionSettings(at) } : { ...at, options: sessionSettings };
  return { ...address, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: "cuplaj" };
}

/** The settings come last, so that they hold against those that the address brings along. */
function withSessionSettings(url: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get("options");
  changed.searchParams.set("options", given === null ? sessionSettings : `${given} ${sessionSettings}`);
  return changed.href;
}

/** Rejects where the database is away, or takes no writes (after a failover it may be a standby). */
export async function checkWritable(pool: StatementPool): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only !== "off") throw new Error("the database is read-only");
}

/** More than `work_mem` holds in the probe, so that it goes to the disk, and away again with the statement. */
const spilledRows = 20_000;

/** Rejects where the database's disk is full. Touches no table, nor the database's own log, for want of which it would end. */
export async function checkDiskRoom(pool: StatementPool): Promise<void> {
  await pool.query(`set local work_mem = '64kB'; select count(*) from generate_series(1, ${spilledRows})`);
}
