import pg from "pg";
import type { DatabaseProcess } from "../durable-sends/database-process.ts";
import { countBehind } from "./count-behind.ts";

const lookEveryMs = 100;

/** Keeps a server from indexing by holding the lock of its indexer. */
export class IndexHold {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(database: DatabaseProcess): Promise<IndexHold> {
    const client = new pg.Client(database.address);
    await client.connect();
    return new IndexHold(client);
  }

  /** Runs `work` while nothing can be indexed. Throws if something was. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query("select pg_advisory_lock(hashtext('search_index'))");
    try {
      const before = await this.#indexed();
      const done = await work();
      const after = await this.#indexed();
      if (after !== before) throw new Error(`the index went from ${before} to ${after} while it was held`);
      return done;
    } finally {
      await this.#client.query("select pg_advisory_unlock(hashtext('search_index'))");
    }
  }

  /** Waits until everything is indexed. Returns how long that took, ms. */
  async untilIndexed(): Promise<number> {
    const startedAt = performance.now();
    while ((await countBehind(this.#client)) > 0) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    return performance.now() - startedAt;
  }

  async #indexed(): Promise<string> {
    const { rows } = await this.#client.query<{ total: string }>(
      "select coalesce(sum(log_seq), 0)::text as total from search_rooms",
    );
    return rows[0]?.total ?? "";
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
