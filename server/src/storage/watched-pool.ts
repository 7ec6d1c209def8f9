import pg from "pg";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { DatabaseHangs, markOfDatabase } from "./database-away.ts";
import { type DatabaseWatch, watchDatabase } from "./database-watch.ts";

/** Timeout for a new connection and a response on it, which prove that the database is back. */
const probeMs = 1000;

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** A pool that fails immediately while the database hangs (ERR-5). */
export class WatchedPool extends pg.Pool {
  readonly #watch: DatabaseWatch;

  constructor(settings: pg.PoolConfig, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    super(settings);
    const busy = new Set<pg.PoolClient>();
    this.#watch = watchDatabase({
      probe: () => probe(settings),
      onAway() {
        log.debug({ waiting: busy.size }, "the database does not answer");
        // Closing these connections makes their statements fail; idle ones work again once the database is back.
        for (const client of busy) abandon(client);
      },
      onBack: () => log.debug("the database answers again"),
      clock,
    });
    this.on("connect", (client) => {
      this.#watch.answered();
      client.on("drain", () => this.#watch.answered());
      // The client emits the error before its statements fail with the same one.
      client.on("error", markOfDatabase);
    });
    this.on("acquire", (client) => {
      busy.add(client);
      this.#watch.started();
    });
    this.on("release", (_error, client) => {
      busy.delete(client);
      this.#watch.settled();
    });
  }

  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> {
    const connecting = this.#connect();
    if (callback !== undefined) {
      void connecting.then(
        (client) => callback(undefined, client, (isBroken) => client.release(isBroken)),
        (error: Error) => callback(error, undefined, () => undefined),
      );
    }
    return connecting;
  }

  override async end(): Promise<void> {
    this.#watch.stop();
    await super.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#watch.isAway()) throw new DatabaseHangs();
    this.#watch.started();
    try {
      return await super.connect();
    } catch (error) {
      markOfDatabase(error);
      throw error;
    } finally {
      this.#watch.settled();
    }
  }
}

/** Ends a connection immediately; `end` by itself would wait for the statements that were sent. */
function abandon(client: pg.PoolClient): void {
  void client.end();
  client.connection.stream.destroy();
}

async function probe(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
  // The connection may fail once more after its query timed out.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    void client.end();
  }
}
