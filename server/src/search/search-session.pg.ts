import type pg from "pg";
import type { StatementPool } from "../storage/named-statement.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { Turns } from "../kernel/turns.ts";
import { SearchTooLong } from "./search-store.ts";

/** A pool that lends its connections. */
export type LendingPool = Pick<pg.Pool, "query" | "connect">;

/** No statement of a search takes longer (FIND-1). */
const statementMsMax = 500;
/** Searches of one process at once, the others wait: sends have the rest of the connections. */
const searchesAtOnce = 3;
/** SQLSTATE of a statement that was ended by its time limit. */
const cancelled = "57014";

/**
 * Searches are planned once for every query: words have no statistics, which would keep samples of them, so that PostgreSQL takes any
 * for as rare as it takes the index for worth asking.
 */
export const searchSettings = `set local statement_timeout = ${statementMsMax};
  set local plan_cache_mode = force_generic_plan; set local jit = off`;

/** Lends connections of a pool to searches, a few at once, in turns of the people. */
export function createSearchSessions(pool: LendingPool) {
  const turns = new Turns(searchesAtOnce);
  return <T>(personId: number, work: (session: StatementPool) => Promise<T>): Promise<T> =>
    turns.run(personId, () => inSession(pool, work));
}

/** Runs the statements of one search on one connection, each with a time limit. */
async function inSession<T>(pool: LendingPool, work: (session: StatementPool) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; ${searchSettings}`);
    const result = await work(limited(client));
    // After a statement that took too long this is a rollback.
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, also where the statement still hangs.
    client.release(true);
    throw error;
  }
}

function limited(client: StatementPool): StatementPool {
  let isOver = false;
  const query = async (statement: pg.QueryConfig): Promise<unknown> => {
    if (isOver) throw new SearchTooLong();
    try {
      return await client.query(statement);
    } catch (error) {
      if (reasonOf(error) !== cancelled) throw error;
      isOver = true;
      throw new SearchTooLong();
    }
  };
  return { query: query as StatementPool["query"] };
}
