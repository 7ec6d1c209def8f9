import pg from "pg";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { DatabaseHangs, markOfDatabase } from "./database-away.ts";
import { type DatabaseWatch, watchDatabase } from "./database-watch.ts";

/** What a pool that notices a hanging database takes beside the pool's own settings. */
export interface PoolWatchParts {
  readonly clock: Clock;
  readonly log: Log;
}

/** Longest time for a new connection and an answer on it, to believe that the database is there. */
const probeMs = 1000;

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/** Refuses at once while the database hangs (ERR-5); everything else is the pool as it is. */
export class WatchedPool extends pg.Pool {
  readonly #watch: DatabaseWatch;

  constructor(settings: pg.PoolConfig, { clock, log }: PoolWatchParts) {
    super(settings);
    const busy = new Set<pg.PoolClient>();
    this.#watch = watchDatabase({
      probe: () => probe(settings),
      onAway() {
        // Whoever asked in vain tells of it (`DatabaseTrouble`).
        log.debug({ waiting: busy.size }, "the database does not answer");
        // Who waits on these connections hears that they are closed; idle ones are good again when it comes back.
        for (const client of busy) void client.end();
      },
      onBack: () => log.debug("the database answers again"),
      clock,
    });
    this.on("connect", (client) => {
      this.#watch.heard();
      client.on("drain", () => this.#watch.heard());
      // It is told before the statements that it fails.
      client.on("error", markOfDatabase);
    });
    this.on("acquire", (client) => {
      busy.add(client);
      this.#watch.asked();
    });
    this.on("release", (_error, client) => {
      busy.delete(client);
      this.#watch.settled();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (isBroken) => client.release(isBroken)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#watch.stop();
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#watch.isAway()) throw new DatabaseHangs();
    this.#watch.asked();
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

async function probe(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
  // It may fail in words of its own after the answer was given up.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    void client.end();
  }
}
