import { type Clock, pause } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "./database.ts";
import { createOwnDatabase } from "./own-database.ts";
import { takeSuperuser } from "./own-superuser.ts";
import { openPostgresCluster } from "./postgres-cluster.ts";
import { chooseEndpoint } from "./postgres-endpoint.ts";
import { type PostgresProcess, startPostgresProcess } from "./postgres-process.ts";

/** Our own PostgreSQL while it runs; it comes back by itself when it dies. */
export interface OwnPostgres {
  readonly address: DatabaseAddress;
  /** For work that our own role may not do; the server itself needs it at the start alone. */
  readonly superuser: DatabaseAddress;
  /** Stops it cleanly; everything committed stays. */
  stop(): Promise<void>;
}

/** What `startOwnPostgres` takes. */
export interface OwnPostgresOptions {
  /** Existing folder, locked by the caller: two servers on one folder must never meet here (RUN-4). */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** False only for tests that throw their data away. */
  readonly isDurable: boolean;
}

const firstRestartDelayMs = 100;
const longestRestartDelayMs = 5000;

/** Starts PostgreSQL on `DATA_DIR/postgres`, taking over from one that a killed server left behind (RUN-3, RUN-4). */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const { clock, log } = options;
  const cluster = await openPostgresCluster(options.dataDir);
  const endpoint = await chooseEndpoint(cluster.dataFolder);
  const start = (): Promise<PostgresProcess> =>
    startPostgresProcess({ cluster, endpoint, clock, log, isDurable: options.isDurable });

  let running = await start();
  let isStopping = false;
  const { password } = cluster;
  const address = { host: endpoint.host, port: endpoint.port, user: "cuplaj", password, database: "cuplaj" };
  const superuser = await prepare(options.dataDir, address).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });

  const supervise = async (): Promise<void> => {
    let delayMs = firstRestartDelayMs;
    for (;;) {
      await running.ended;
      if (isStopping) return;
      log.error("the own PostgreSQL has ended unexpectedly and is started again");
      try {
        running = await start();
        // The stop may have been asked for while this start was under way.
        if (isStopping) await running.stop();
        delayMs = firstRestartDelayMs;
      } catch (error) {
        log.error({ reason: reasonOf(error) }, "the own PostgreSQL did not start");
        await pause(clock, delayMs);
        delayMs = Math.min(delayMs * 2, longestRestartDelayMs);
      }
    }
  };
  const supervision = supervise();

  return {
    address,
    superuser,
    async stop() {
      isStopping = true;
      await running.stop();
      await supervision;
    },
  };
}

async function prepare(dataDir: string, address: DatabaseAddress): Promise<DatabaseAddress> {
  const superuser = await takeSuperuser(dataDir, address);
  await createOwnDatabase(superuser, address);
  return superuser;
}
