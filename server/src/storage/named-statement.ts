import type pg from "pg";

export type StatementPool = Pick<pg.Pool, "query">;

/** A prepared statement of a hot path: parsed and planned once per connection. The caller vouches that `Row` matches its columns. */
export function namedStatement<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): (pool: StatementPool, values: readonly unknown[]) => Promise<Row[]> {
  return async (pool, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** SQL: a time as in the protocol: ISO 8601 in UTC with milliseconds (ERR-4). */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
