import type pg from "pg";

/** A pool that runs statements. */
export type StatementPool = Pick<pg.Pool, "query">;

/**
 * A statement of a hot path: parsed and planned once on each connection, then called by name. `Row` is what its columns
 * are; the caller of `namedStatement` vouches for it.
 */
export function namedStatement<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
): (pool: StatementPool, values: readonly unknown[]) => Promise<Row[]> {
  return async (pool, values) => (await pool.query<Row>({ name, text, values: [...values] })).rows;
}

/** A moment as the wire writes it: ISO 8601 in UTC with milliseconds (ERR-4). */
export const wireTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
