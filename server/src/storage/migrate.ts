import { Migrator } from "kysely/migration";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { Database } from "./database.ts";
import { allMigrations } from "./migrations/all-migrations.ts";

/**
 * Brings the tables up to date and names the migrations that ran; processes that start together take turns. Throws a
 * `StartupProblem` where a newer version was there first: an older one that runs goes on beside it, but does not start anew.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(allMigrations) } });
  const { error, results } = await migrator.migrateToLatest();
  const newer = error instanceof Error && /previously executed migration (\S+) is missing/u.exec(error.message);
  if (newer) {
    throw new StartupProblem(
      `The database was brought up to date by a newer Cuplaj (${newer[1]} is unknown here); start that version.`,
    );
  }
  if (error !== undefined) throw new Error("a migration failed", { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
