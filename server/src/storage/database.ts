import pg from "pg";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { createDatabaseTrouble, type DatabaseTrouble } from "./database-trouble.ts";
import type { StatementPool } from "./named-statement.ts";
import { WatchedPool } from "./watched-pool.ts";

// ERR-4: ids stay below 2^53, so int8 fits into a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Address and credentials of a PostgreSQL server; `host` may be the folder of a Unix socket. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

interface DatabaseOptions {
  readonly at: DatabaseAddress | string;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectionsMax: number;
}

export interface OpenDatabase {
  readonly pool: pg.Pool;
  /** Creates a connection outside the pool, for work that must stay on one connection; the caller connects and ends it. */
  readonly newClient: () => pg.Client;
  readonly trouble: DatabaseTrouble;
  close(): Promise<void>;
}

/** ERR-5: leaves a call one of its five seconds for everything else. */
const statementTimeoutMs = 4000;
/** Longest wait for a connection; after this time the database counts as down. */
const connectTimeoutMs = 3000;
/** Shorter than the server's own limit, since a hanging database cannot end a statement. */
const queryTimeoutMs = statementTimeoutMs - 500;
/** ERR-5: if a row stays locked this long, the call fails as if the database were down. */
const lockTimeoutMs = 2000;
/** Releases the locks of a process that vanished without closing its connection, for example behind a broken network. */
const idleTransactionMs = 10_000;
/**
 * These settings ensure that confirmed commits are on disk (ERR-3), that statements that waited see the newest rows, and that times are ISO. With the
 * default `random_page_cost`, PostgreSQL would scan small tables for each row.
 */
const sessionSettings = [
  "-c synchronous_commit=on",
  String.raw`-c default_transaction_isolation=read\ committed`,
  "-c DateStyle=ISO",
  "-c random_page_cost=1.1",
].join(" ");

/** Opens a pool without connecting. A lost database fails queries, never the process. */
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
  // Logged only at debug level: there may be many, and `trouble` logs failed requests.
  const noteLoss = (error: Error): void => log.debug({ reason: reasonOf(error) }, "a database connection was lost");
  // ERR-5: without a listener, an error between two statements of a transaction would end the process. The next statement fails anyway.
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

export function connectionSettings(at: DatabaseAddress | string): pg.PoolConfig {
  const address =
    typeof at === "string" ? { connectionString: withSessionSettings(at) } : { ...at, options: sessionSettings };
  return { ...address, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true, application_name: "cuplaj" };
}

/** Appends our settings, so that they override those in the address. */
function withSessionSettings(url: string): string {
  const changed = new URL(url);
  const given = changed.searchParams.get("options");
  changed.searchParams.set("options", given === null ? sessionSettings : `${given} ${sessionSettings}`);
  return changed.href;
}

/** Rejects if the database is down or read-only, such as a standby after a failover. */
export async function checkWritable(pool: StatementPool): Promise<void> {
  const { rows } = await pool.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  if (rows[0]?.read_only !== "off") throw new Error("the database is read-only");
}

/** Enough rows to exceed the probe's `work_mem`, so that they are temporarily written to disk. */
const spilledRows = 20_000;

/** Rejects if the database's disk is full. Touches no table and writes no WAL, since a full WAL disk stops PostgreSQL. */
export async function checkDiskRoom(pool: StatementPool): Promise<void> {
  await pool.query(`set local work_mem = '64kB'; select count(*) from generate_series(1, ${spilledRows})`);
}
