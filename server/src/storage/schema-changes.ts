import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { StatementPool } from "./named-statement.ts";

const source = join(import.meta.dirname, "..");
const findFiles = (...patterns: readonly string[]): readonly string[] => globSync(patterns, { cwd: source }).toSorted();
const read = (file: string): string => readFileSync(join(source, file), "utf8");

/** Changes of tables, in order of their names; a released one never changes (decision 0049). */
export const migrations: readonly string[] = findFiles("storage/migrations/*.sql").map((file) =>
  basename(file, ".sql"),
);
export const newestMigration: string = migrations.at(-1) ?? "";
export const readMigration = (name: string): string => read(`storage/migrations/${name}.sql`);

/** Functions and triggers of all slices; when the text of one changes, all are created again. */
export const functions: string = findFiles("*/*.sql", "*/!(migrations)/*.sql").map(read).join("\n");
export const functionsHash: string = createHash("sha256").update(functions).digest("hex");

export interface SchemaChanges {
  /** Migrations that have not run. */
  readonly pending: readonly string[];
  readonly areFunctionsCurrent: boolean;
  readonly isNew: boolean;
  /** What only a newer version has: an unknown migration, or "functions"; null if nothing. */
  readonly newer: string | null;
  /** Names of the migrations that ran before `0001-schema` replaced them; null if it made the tables. */
  readonly replaced: readonly string[] | null;
}

/** What there is to change, asked before `upgrade.ts` is loaded. */
export async function findSchemaChanges(database: StatementPool): Promise<SchemaChanges> {
  const { rows } = await database.query<{ made_by: string | null }>(
    "select coalesce(to_regclass('migrations'), to_regclass('kysely_migration'))::text as made_by",
  );
  const madeBy = rows[0]?.made_by ?? null;
  const ran = madeBy === null ? [] : await readColumn(database, `select name as value from ${madeBy} order by name`);
  if (madeBy !== "migrations") {
    const replaced = madeBy === null ? null : ran;
    return { pending: migrations, areFunctionsCurrent: false, isNew: madeBy === null, newer: null, replaced };
  }
  const hashes = await readColumn(database, "select hash as value from functions order by id desc");
  const isOvertaken = hashes.indexOf(functionsHash) > 0;
  return {
    pending: migrations.filter((name) => !ran.includes(name)),
    areFunctionsCurrent: hashes[0] === functionsHash,
    isNew: false,
    newer: ran.find((name) => !migrations.includes(name)) ?? (isOvertaken ? "functions" : null),
    replaced: null,
  };
}

async function readColumn(database: StatementPool, select: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ value: string }>(select);
  return rows.map(({ value }) => value);
}
