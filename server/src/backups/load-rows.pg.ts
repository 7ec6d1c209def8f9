import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import type { Clock } from "../kernel/clock.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "../storage/database.ts";
import { migrations } from "../storage/schema-changes.ts";
import { tablesAsOf, upgradeTables } from "../storage/upgrade.ts";
import { countRows, listTables, namesIn, withCopyClient } from "./read-rows.pg.ts";
import type { RowSource, TableColumns } from "./row-source.ts";

export interface Loaded {
  readonly tables: number;
  readonly rows: number;
  /** Names of tables that Cuplaj does not have. */
  readonly strangers: readonly string[];
}

/** Throws unless the database has no tables. */
export async function requireEmpty(url: string): Promise<void> {
  const found = await withCopyClient(url, null, listTables);
  if (found.length > 0)
    throw new StartupProblem("The database of DATABASE_URL is not empty: make another one, or drop this one first.");
}

/** Fills an empty database in one transaction and counts its rows, then brings its tables up to date. */
export async function loadRows(
  { at, clock }: { readonly at: DatabaseAddress | string; readonly clock: Clock },
  source: RowSource,
): Promise<Loaded> {
  if (!migrations.includes(source.migration))
    throw new StartupProblem(
      `The tables are those of a newer Cuplaj (${source.migration || "no migration"} is unknown here): use that version.`,
    );
  const loaded = await withCopyClient(at, null, async (client) => {
    try {
      await client.query(`begin; ${tablesAsOf(source.migration)}`);
      const end = await fillTables(client, source);
      await client.query("commit");
      await client.query("analyze");
      return end;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      throw new StartupProblem(`The database does not take the rows (${error.message}): it keeps none of them.`);
    }
  });
  await upgradeTables({ at, clock, waits: () => undefined, begins: () => Promise.resolve() });
  return loaded;
}

async function fillTables(client: pg.Client, source: RowSource): Promise<Loaded> {
  const known = (await listTables(client)).map(({ name }) => name);
  // Foreign keys would queue a check for each loaded row, and indexes are built faster after loading.
  const referencesBack = await dropAll(client, references);
  const indexesBack = await dropAll(client, indexes);
  await client.query(`truncate ${known.map((name) => client.escapeIdentifier(name)).join(", ")}`);
  const tables = source.tables.filter(({ name }) => known.includes(name));
  let rows = 0;
  for (const table of tables) rows += await loadTable(client, source, table);
  for (const { table, column, value, isCalled } of await source.readSequences())
    if (known.includes(table))
      await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)", [
        ...[table, column],
        ...[value, isCalled],
      ]);
  // Without this setting, `upgradeTables` creates the functions.
  await client.query("delete from settings where key = 'functions'");
  await client.query([...indexesBack, ...referencesBack].join("; "));
  const strangers = source.tables.map(({ name }) => name).filter((name) => !known.includes(name));
  return { tables: tables.length, rows, strangers };
}

const references = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`;

const indexes = `select format('drop index %s', indexrelid::regclass) as away, pg_get_indexdef(indexrelid) as back
  from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = current_schema()::regnamespace
    and relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid)`;

/** Drops the listed constraints or indexes; returns the statements that restore them. */
async function dropAll(client: pg.Client, list: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(list);
  await client.query(rows.map(({ away }) => away).join("; "));
  return rows.map(({ back }) => back);
}

async function loadTable(client: pg.Client, source: RowSource, table: TableColumns): Promise<number> {
  const { text, rows } = source.read(table);
  await pipeline(text, client.query(from(`copy ${namesIn(client, table)} from stdin`)));
  const found = await countRows(client, table);
  if (found === rows()) return found;
  throw new StartupProblem(`Table ${table.name} holds ${found} rows of ${rows()}: it is damaged, and nothing is kept.`);
}
