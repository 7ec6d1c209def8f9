import type pg from "pg";

/** Lists the tables of a database that contain a text, in columns of any type or in statistics samples. */
export async function findInDatabase(pool: Pick<pg.Pool, "query">, text: string): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'
     union all select 'pg_catalog.pg_stats'`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rowCount } = await pool.query(`select from ${name} one where strpos(one::text, $1) > 0`, [text]);
      return rowCount === 0 ? [] : [name];
    }),
  );
  return found.flat();
}
