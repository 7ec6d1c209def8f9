import type pg from "pg";
import type { StatementPool } from "./named-statement.ts";

/**
 * Runs statements on one connection as one transaction: all of it is committed when this resolves, none where it rejects, or where
 * what came of it `isGood` no more. On a connection it is part of the transaction that has it. The begin travels with the first
 * statement, and the commit with the last where `run` sends it beside that.
 */
export async function inTransaction<T>(
  pool: StatementPool,
  run: (client: StatementPool, commit: () => Promise<unknown>) => Promise<T>,
  isGood: (result: T) => boolean = () => true,
): Promise<T> {
  if (!lends(pool)) return await run(pool, () => Promise.resolve());
  const client = await pool.connect();
  let ended: Promise<unknown> | null = null;
  const end = (how: "commit" | "rollback"): Promise<unknown> => (ended ??= client.query(how));
  try {
    const begun = client.query("begin");
    const [result] = await Promise.all([run(client, () => end("commit")), begun]);
    await end(isGood(result) ? "commit" : "rollback");
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, also where the statement still hangs.
    client.release(true);
    throw error;
  }
}

/** A pool lends connections; a connection is released. */
const lends = (pool: StatementPool | pg.PoolClient): pool is pg.Pool => "connect" in pool && !("release" in pool);
