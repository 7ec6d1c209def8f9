import pg from "pg";
import { to } from "pg-copy-streams";
import { connectionSettings, type DatabaseAddress } from "../storage/database.ts";
import type { CopiedDatabase } from "./back-up.ts";
import { addRows } from "./archived-rows.ts";
import type { RowSource, SequenceState, TableColumns } from "./row-source.ts";

/** Opens a database for a logical backup, by a role that may read all of it. */
export async function logicalDatabase(at: DatabaseAddress | string, stop: AbortSignal | null): Promise<CopiedDatabase> {
  const { major, bytes } = await withCopyClient(at, stop, async (client) => {
    const { rows } = await client.query<{ major: number; bytes: number }>(
      `select current_setting('server_version_num')::int / 10000 as major, sum(pg_table_size(oid))::int8 as bytes
       from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    return rows[0] ?? { major: 0, bytes: 0 };
  });
  return {
    ...{ kind: "logical", major, bytes: () => Promise.resolve(bytes) },
    copy: (archive, onSnapshot) =>
      withRows(at, stop, async (rows, client) => {
        await addRows(archive, rows);
        await onSnapshot(client);
      }),
  };
}

/** Calls `run` with the rows of a database snapshot, which is released afterwards. */
export async function withRows<T>(
  at: DatabaseAddress | string,
  stop: AbortSignal | null,
  run: (rows: RowSource, client: pg.Client) => Promise<T>,
): Promise<T> {
  return await withCopyClient(at, stop, async (client) => {
    const names = (await listTables(client)).map(({ name }) => client.escapeIdentifier(name));
    await client.query("begin isolation level repeatable read read only");
    // Locks first, so that no migration changes a table between snapshot and copy.
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    const tables = await listTables(client);
    const { rows } = await client.query<{ name: string }>("select max(name) as name from cuplaj_migrations");
    const source: RowSource = {
      ...{ migration: rows[0]?.name ?? "", tables },
      read(table) {
        const text = client.query(to(`copy ${namesIn(client, table)} to stdout`));
        return { text, rows: () => text.rowCount };
      },
      readSequences: () => readSequences(client, tables),
    };
    return await run(source, client);
  });
}

/** Calls `run` with a connection without timeouts; `stop` closes it. */
export async function withCopyClient<T>(
  at: DatabaseAddress | string,
  stop: AbortSignal | null,
  run: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(at));
  client.on("error", () => undefined);
  const end = (): void => void client.end();
  stop?.addEventListener("abort", end);
  try {
    await client.connect();
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0");
    return await run(client);
  } catch (error) {
    stop?.throwIfAborted();
    throw error;
  } finally {
    stop?.removeEventListener("abort", end);
    await client.end();
  }
}

/** Lists all tables except those of extensions. */
export async function listTables(client: pg.Client): Promise<readonly TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select relname as name, array(
       select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns
     from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by relname`,
  );
  return rows;
}

export const namesIn = (client: pg.Client, { name, columns }: TableColumns): string =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(", ")})`;

async function readSequences(client: pg.Client, tables: readonly TableColumns[]): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attidentity <> '' and relnamespace = current_schema()::regnamespace and relname = any($1) order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    const found = await client.query<{ value: number; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${sequence}`,
    );
    states.push({ table, column, ...(found.rows[0] ?? { value: 1, isCalled: false }) });
  }
  return states;
}

export async function countRows(client: pg.Client, { name }: TableColumns): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from ${client.escapeIdentifier(name)}`);
  return rows[0]?.count ?? 0;
}
