import type pg from "pg";

/** Tables with millions of rows, which are filled without keys and indexes. */
const heavyTables = ["memberships", "messages", "room_events", "actions"] as const;

interface TakenOff {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Runs `fill` while the large tables have no keys, indexes or triggers, then restores these as the catalog describes them. */
export async function loadInBulk(client: pg.PoolClient, fill: () => Promise<void>): Promise<void> {
  const foreignKeys = await constraints(client, "c.contype = 'f' and (c.conrelid = any($1) or c.confrelid = any($1))");
  const keys = await constraints(client, "c.contype in ('p', 'u') and c.conrelid = any($1)");
  for (const { table, name } of [...foreignKeys, ...keys]) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  const indexes = await indexesLeft(client);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of heavyTables) await client.query(`alter table ${table} disable trigger user`);

  await fill();

  for (const table of heavyTables) await client.query(`alter table ${table} enable trigger user`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of [...keys, ...foreignKeys]) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

async function constraints(client: pg.PoolClient, which: string): Promise<readonly TakenOff[]> {
  const { rows } = await client.query<TakenOff>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name,
       pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where ${which} order by c.oid`,
    [await tableIds(client)],
  );
  return rows;
}

async function indexesLeft(client: pg.PoolClient): Promise<readonly TakenOff[]> {
  const { rows } = await client.query<TakenOff>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name,
       pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1) order by indexrelid`,
    [await tableIds(client)],
  );
  return rows;
}

async function tableIds(client: pg.PoolClient): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    "select ('public.' || name)::regclass::oid::int as id from unnest($1::text[]) name",
    [heavyTables],
  );
  return rows.map((row) => row.id);
}
