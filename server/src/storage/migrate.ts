import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { isLockTimeout } from "./database-away.ts";
import { connectionSettings, type DatabaseAddress } from "./database.ts";
import type { StatementPool } from "./named-statement.ts";
import { allMigrations } from "./migrations/all-migrations.ts";

/** Longest wait for the tables' locks. A server's own statement holds one for less, so what holds it longer is a transaction of others. */
const lockWaitSeconds = 5;
/** Others who ask for a table queue behind a waiting lock, so one wait is this short, and is repeated as long after. */
const lockTryMs = 200;
/** Tables that servers beside this one use all the time: no migration may hold one and wait for another, as they do. */
const busyTables = [
  ...["participants", "tokens", "silences", "offers", "offer_lines"],
  ...["rooms", "memberships", "messages", "room_events"],
];

/** By its name. */
export const newestMigration: string = Object.keys(allMigrations).toSorted().at(-1) ?? "";

/**
 * Brings the tables up to date and names the migrations that ran, each in a transaction of its own; processes that start together
 * take turns. Throws a `StartupProblem` where a newer version was there first, or where a table stays locked.
 */
export async function migrate(at: DatabaseAddress | string, all = allMigrations): Promise<readonly string[]> {
  // A pool of its own: a migration takes longer than any request may.
  const pool = new pg.Pool({ ...connectionSettings(at), max: 2 });
  // A connection that is lost fails its statement; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  const migrations = Object.fromEntries(Object.entries(all).map(([name, each]) => [name, withLocks(each)]));
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const ran: string[] = [];
  try {
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      const name = results[0]?.migrationName;
      if (error !== undefined) throw problemOf(error, name);
      if (name === undefined) return ran;
      ran.push(name);
    }
  } finally {
    await pool.end();
  }
}

/** The first migration that a database with data in it lacks; null for one that is up to date, new, empty, or of a newer version. */
export async function pendingUpgrade(pool: StatementPool, all = allMigrations): Promise<string | null> {
  const { rows: tables } = await pool.query<{ are_there: boolean }>(
    "select to_regclass('kysely_migration') is not null and to_regclass('participants') is not null as are_there",
  );
  if (tables[0]?.are_there !== true) return null;
  const { rows } = await pool.query<{ name: string }>(
    "select name from kysely_migration where exists (select from participants)",
  );
  const ran = rows.map(({ name }) => name);
  if (ran.length === 0 || ran.some((name) => all[name] === undefined)) return null;
  return Object.keys(all).find((name) => !ran.includes(name)) ?? null;
}

/** Takes all locks inside the migration, before anything else: the migrator itself waits as long as another process migrates. */
const withLocks = (migration: Migration): Migration => ({
  async up(database) {
    await lockTables(database);
    await sql.raw(`set local lock_timeout = '${lockWaitSeconds}s'`).execute(database);
    await migration.up(database);
  },
});

async function lockTables(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${busyTables}::text[]) name where to_regclass(name) is not null`.execute(database);
  const lock = `lock table ${rows.map(({ name }) => name).join(", ")} in access exclusive mode`;
  const run = (...statements: string[]): Promise<unknown> => sql.raw(statements.join("; ")).execute(database);
  if (rows.length === 0) return;
  const triesMax = (lockWaitSeconds * 1000) / (2 * lockTryMs);
  for (let tries = 1; ; tries += 1) {
    await run("savepoint unlocked", `set local lock_timeout = '${lockTryMs}ms'`);
    try {
      await run(lock);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries >= triesMax) throw error;
      await run("rollback to savepoint unlocked", `select pg_sleep(${lockTryMs / 1000})`);
    }
  }
}

function problemOf(error: unknown, migration: string | undefined): Error {
  const newer = error instanceof Error && /previously executed migration (\S+) is missing/u.exec(error.message);
  if (newer) {
    return new StartupProblem(
      `The database was brought up to date by a newer Cuplaj (${newer[1]} is unknown here); start that version.`,
    );
  }
  if (isLockTimeout(error)) {
    return new StartupProblem(
      `Migration ${migration} waited ${lockWaitSeconds} s for a table that another transaction holds, such as a backup's; nothing of it was done. Start again when that transaction has ended (docs/operations.md says how to find it).`,
    );
  }
  return new Error("a migration failed", { cause: error });
}
