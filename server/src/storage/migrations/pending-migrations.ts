import type { StatementPool } from "../named-statement.ts";
import { allMigrations } from "./all-migrations.ts";

const names = Object.keys(allMigrations);

interface PendingMigrations {
  /** The first that has not run; null where all have. */
  readonly pending: string | null;
  /** None has run. */
  readonly isNew: boolean;
  /** One of a newer version has run. */
  readonly isNewer: boolean;
}

/** What there is to migrate, asked before `upgrade.ts` is loaded, whose 300 modules most starts do not need. */
export async function findPendingMigrations(database: StatementPool): Promise<PendingMigrations> {
  const ran = (await areThere(database)) ? await namesOfRun(database) : [];
  return {
    pending: names.find((name) => !ran.includes(name)) ?? null,
    isNew: ran.length === 0,
    isNewer: ran.some((name) => !names.includes(name)),
  };
}

async function areThere(database: StatementPool): Promise<boolean> {
  const { rows } = await database.query<{ are_there: boolean }>(
    "select to_regclass('kysely_migration') is not null and to_regclass('participants') is not null as are_there",
  );
  return rows[0]?.are_there === true;
}

async function namesOfRun(database: StatementPool): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>("select name from kysely_migration");
  return rows.map(({ name }) => name);
}
