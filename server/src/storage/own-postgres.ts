import { join } from "node:path";
import { type Clock, pause } from "../kernel/clock.ts";
import { freePort } from "../kernel/free-port.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { DatabaseAddress } from "./database.ts";
import { createOwnDatabase, takeSuperuser } from "./own-roles.ts";
import { openPostgresCluster } from "./postgres-cluster.ts";
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
/** Only names the socket's file; nothing listens on it. */
const socketPort = 5432;
/** The shortest limit among systems for the path of a Unix socket (macOS 104 with its end, Linux 108). */
const socketPathBytesMax = 103;

/** Starts PostgreSQL on `DATA_DIR/postgres`, taking over from one that a killed server left behind (RUN-3, RUN-4). */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const { clock, log } = options;
  const cluster = await openPostgresCluster(options.dataDir);
  const endpoint = await chooseEndpoint(cluster.dataFolder);
  const start = (): Promise<PostgresProcess> => startPostgresProcess({ ...options, cluster, endpoint });

  let running = await start();
  let isStopping = false;
  const { password } = cluster;
  const address = { ...endpoint, user: "cuplaj", password, database: "cuplaj" };
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

/** The socket lies in the data folder, which only its owner may enter; a folder with too long a name gets a port of 127.0.0.1 instead. */
async function chooseEndpoint(dataFolder: string): Promise<Pick<DatabaseAddress, "host" | "port">> {
  if (Buffer.byteLength(join(dataFolder, `.s.PGSQL.${socketPort}`)) <= socketPathBytesMax) {
    return { host: dataFolder, port: socketPort };
  }
  return { host: "127.0.0.1", port: await freePort("127.0.0.1", 0, "DATA_DIR") };
}
