import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { isLockTimeout } from "./database-away.ts";
import { connectionSettings, type DatabaseAddress } from "./database.ts";
import { allMigrations } from "./migrations/all-migrations.ts";

/** Longest wait for the tables' locks. A server's own statement holds one for less, so what holds it longer is a transaction of others. */
export const lockWaitSeconds = 5;
/** Others who ask for a table queue behind a waiting lock, so one wait is this short, and is repeated as long after. */
const lockTryMs = 200;
/** Tables that servers beside this one use all the time: no migration may hold one and wait for another, as they do. */
const busyTables = [
  ...["participants", "tokens", "second_factors", "silences", "offers", "offer_lines"],
  ...["rooms", "memberships", "messages", "room_events"],
];

/**
 * Brings the tables up to date and names the migrations that ran, each in a transaction of its own; of processes that migrate
 * at once one does. Throws a `StartupProblem` where a newer version was there first, or where a table stays locked.
 */
export async function migrate(at: DatabaseAddress | string, all = allMigrations): Promise<readonly string[]> {
  // A pool of its own: a migration takes longer than any request may.
  const pool = new pg.Pool({ ...connectionSettings(at), max: 2 });
  // A connection that is lost fails its statement; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => loadMigrations(all) },
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

async function loadMigrations(all: typeof allMigrations): Promise<Record<string, Migration>> {
  const loading = Object.entries(all).map(async ([name, load]) => [name, withLocks(await load())] as const);
  return Object.fromEntries(await Promise.all(loading));
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

/** What is told of a migration that failed, or that could not begin. */
export function problemOf(error: unknown, migration: string | undefined): Error {
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
