import type pg from "pg";
import type { StatementPool } from "./named-statement.ts";

/**
 * Runs a transaction; rolls back if `run` rejects or `isGood` returns false. If `pool` is a connection, joins the connection's transaction. Sends
 * `begin` without waiting for its result, together with the first statement of `run`.
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

/** Whether this is a pool: only pools lend connections, and only connections can be released. */
const lends = (pool: StatementPool | pg.PoolClient): pool is pg.Pool => "connect" in pool && !("release" in pool);
