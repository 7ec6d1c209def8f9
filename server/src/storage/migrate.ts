import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { connectionSettings, type DatabaseAddress } from "./database.ts";
import { allMigrations } from "./migrations/all-migrations.ts";

/**
 * Brings the tables up to date and names the migrations that ran; processes that start together take turns. Throws a
 * `StartupProblem` where a newer version was there first: an older one that runs goes on beside it, but does not start anew.
 */
export async function migrate(at: DatabaseAddress | string): Promise<readonly string[]> {
  // A pool of its own: a migration takes longer than any request may.
  const pool = new pg.Pool({ ...connectionSettings(at), max: 2 });
  // A connection that is lost fails its statement; without a listener it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations: () => Promise.resolve(allMigrations) },
  });
  try {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) throw problemOf(error);
    return results.map((result) => result.migrationName);
  } finally {
    await pool.end();
  }
}

function problemOf(error: unknown): Error {
  const newer = error instanceof Error && /previously executed migration (\S+) is missing/u.exec(error.message);
  if (newer) {
    return new StartupProblem(
      `The database was brought up to date by a newer Cuplaj (${newer[1]} is unknown here); start that version.`,
    );
  }
  return new Error("a migration failed", { cause: error });
}
