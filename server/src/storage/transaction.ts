import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "./database.ts";

const running = new AsyncLocalStorage<true>();

/** Runs work in one transaction: all of it is committed when the answer comes, or nothing of it where it throws. */
export async function inTransaction<T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return await running.run(true, () => database.transaction().execute(work));
}

/** ERR-3: nothing is told before its commit; who tells others asserts with this that no transaction is open around it. */
export function isInTransaction(): boolean {
  return running.getStore() === true;
}
