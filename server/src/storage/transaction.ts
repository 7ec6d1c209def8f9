import type pg from "pg";
import type { StatementPool } from "./named-statement.ts";

/**
 * Runs statements as one transaction: commits when it resolves, rolls back if it rejects or `isGood` is false. On a connection it joins
 * that connection's transaction. The begin is pipelined with the first statement, and the commit with the last if `run` sends it.
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
    // Closing the connection rolls back, even if the statement hangs.
    client.release(true);
    throw error;
  }
}

/** Pools lend connections; connections are released. */
const lends = (pool: StatementPool | pg.PoolClient): pool is pg.Pool => "connect" in pool && !("release" in pool);
