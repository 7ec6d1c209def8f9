import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import serverPackage from "../../package.json" with { type: "json" };
import type { StatementPool } from "./named-statement.ts";

const source = join(import.meta.dirname, "..");
const findFiles = (...patterns: readonly string[]): readonly string[] => globSync(patterns, { cwd: source }).toSorted();
const read = (file: string): string => readFileSync(join(source, file), "utf8");

/** Names of the changes to tables. The statements of a released one never change (decision 0049). */
export const migrations: readonly string[] = findFiles("storage/migrations/*.sql").map((file) =>
  basename(file, ".sql"),
);
export const newestMigration: string = migrations.at(-1) ?? "";
export const readMigration = (name: string): string => read(`storage/migrations/${name}.sql`);

/** Functions and triggers of all slices; a change to any of them recreates all. */
export const functions: string = findFiles("*/*.sql", "*/!(migrations)/*.sql").map(read).join("\n");
/** Value of the setting `functions` once these are installed: the version that created them, and their hash. */
export const functionsMark = `${serverPackage.version} ${createHash("sha256").update(functions).digest("hex")}`;

export interface SchemaChanges {
  readonly pending: readonly string[];
  readonly areFunctionsCurrent: boolean;
  readonly isNew: boolean;
  /** Evidence that a newer version ran on this database; null if none did. */
  readonly newer: string | null;
  /** Migrations that ran before `0001-schema` replaced them; null if `0001-schema` itself created the tables. */
  readonly replaced: readonly string[] | null;
}

const unmade = { pending: migrations, areFunctionsCurrent: false, newer: null };

/** Finds the changes to make, so that `upgrade.ts` is loaded only if there are any. */
export async function findSchemaChanges(database: StatementPool): Promise<SchemaChanges> {
  const { rows } = await database.query<{ made_by: string | null }>(
    "select coalesce(to_regclass('cuplaj_migrations'), to_regclass('kysely_migration'))::text as made_by where to_regclass('participants') is not null",
  );
  const madeBy = rows[0]?.made_by ?? null;
  if (madeBy === null) return { ...unmade, isNew: true, replaced: null };
  const ran = await readColumn(database, `select name as value from ${madeBy} order by name`);
  if (madeBy !== "cuplaj_migrations") return { ...unmade, isNew: false, replaced: ran };
  const [mark = ""] = await readColumn(database, "select value from settings where key = 'functions'");
  return {
    pending: migrations.filter((name) => !ran.includes(name)),
    areFunctionsCurrent: hashOf(mark) === hashOf(functionsMark),
    isNew: false,
    newer: unknownIn(ran) ?? newerFunctions(mark),
    replaced: null,
  };
}

function unknownIn(ran: readonly string[]): string | null {
  const unknown = ran.find((name) => !migrations.includes(name));
  return unknown === undefined ? null : `${unknown} is unknown here`;
}

const hashOf = (mark: string): string | undefined => mark.split(" ")[1];

/** Returns evidence that a higher version created the functions, or null; a prerelease such as `1.0.0-rc.1` counts as its release. */
function newerFunctions(mark: string): string | null {
  const [version = ""] = mark.split(" ");
  const isHigher = numbersOf(version).localeCompare(numbersOf(serverPackage.version), "en", { numeric: true }) > 0;
  return isHigher && hashOf(mark) !== hashOf(functionsMark) ? `its functions are those of ${version}` : null;
}

/** Returns the numbers of a version; empty if the text is not a version, so that it sorts lowest. */
const numbersOf = (version: string): string => /^\d+\.\d+\.\d+/u.exec(version)?.[0] ?? "";

async function readColumn(database: StatementPool, select: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ value: string }>(select);
  return rows.map(({ value }) => value);
}
