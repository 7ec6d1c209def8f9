import type pg from "pg";
import type { StatementPool } from "../storage/named-statement.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { Turns } from "../kernel/turns.ts";
import { SearchTooLong } from "./search-store.ts";

export type LendingPool = Pick<pg.Pool, "query" | "connect">;

const statementMsMax = 500;
/** Maximum number of concurrent searches per process; others queue, so that connections remain for sends. */
const searchesAtOnce = 3;
/** SQLSTATE of a statement that exceeded its time limit. */
const cancelled = "57014";

/**
 * Words have no statistics, since those would retain samples of texts. With a generic plan, PostgreSQL assumes that every term is rare and uses the
 * index.
 */
export const searchSettings = `set local statement_timeout = ${statementMsMax};
  set local plan_cache_mode = force_generic_plan; set local jit = off`;

/** Lends a few connections to searches, in round-robin order by person. */
export function createSearchSessions(pool: LendingPool) {
  const turns = new Turns(searchesAtOnce);
  return <T>(personId: number, work: (session: StatementPool) => Promise<T>): Promise<T> =>
    turns.run(personId, () => inSession(pool, work));
}

async function inSession<T>(pool: LendingPool, work: (session: StatementPool) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; ${searchSettings}`);
    const result = await work(limited(client));
    // This rolls back if a statement took too long.
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls back, even if a statement hangs.
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
