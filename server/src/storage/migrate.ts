import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import { allMigrations } from "./migrations/all-migrations.ts";

/** Brings the tables up to date and names the migrations that ran; processes that start together take turns. */
export async function migrate(database: Database): Promise<readonly string[]> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(allMigrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("a migration failed", { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
