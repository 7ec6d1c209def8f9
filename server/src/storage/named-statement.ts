import type pg from "pg";

export type StatementPool = Pick<pg.Pool, "query">;

/** A prepared statement for a hot path: parsed and planned once per connection. The caller guarantees that `Row` matches its columns. */
export function namedStatement<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): (pool: StatementPool, values: readonly unknown[]) => Promise<Row[]> {
  return async (pool, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** SQL for a time in the protocol's format: ISO 8601 in UTC with milliseconds (ERR-4). */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
