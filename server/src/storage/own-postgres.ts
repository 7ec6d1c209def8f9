import { join } from "node:path";
import { pause } from "../kernel/clock.ts";
import { freePort } from "../kernel/free-port.ts";
import { createOutageLog } from "../kernel/outage-log.ts";
import type { DatabaseAddress } from "./database.ts";
import { ownAddress, prepareRoles } from "./own-roles.ts";
import { openPostgresCluster } from "./postgres-cluster.ts";
import { type PostgresProcess, type PostgresRun, startPostgresProcess } from "./postgres-process.ts";

/** Our own running PostgreSQL, which is restarted if it dies. */
export interface OwnPostgres {
  readonly address: DatabaseAddress;
  /** Address for work that our role may not do; the server itself needs it only at startup. */
  readonly superuser: DatabaseAddress;
  stop(): Promise<void>;
}

interface OwnPostgresOptions extends Omit<PostgresRun, "cluster" | "endpoint"> {
  /** An existing folder that the caller has locked, since two servers must never share one (RUN-4). */
  readonly dataDir: string;
  /** Folder of the release whose PostgreSQL runs; ours if absent. */
  readonly release?: string;
}

const firstRestartDelayMs = 100;
const longestRestartDelayMs = 5000;
/** Part of the name of the socket's file; no port is opened. */
const socketPort = 5432;
/** The shortest limit of any system for a Unix socket's path (104 with the terminator on macOS, 108 on Linux). */
const socketPathBytesMax = 103;

/** Starts PostgreSQL on `DATA_DIR/postgres`. First stops one that a killed server left behind (RUN-3, RUN-4). */
export async function startOwnPostgres(options: OwnPostgresOptions): Promise<OwnPostgres> {
  const { clock, log } = options;
  const cluster = await openPostgresCluster(options.dataDir, options.release);
  const endpoint = await chooseEndpoint(cluster.dataFolder);
  const start = (): Promise<PostgresProcess> => startPostgresProcess({ ...options, cluster, endpoint });

  let running = await start();
  let isStopping = false;
  const address = ownAddress(options.dataDir, endpoint);
  const superuser = await prepareRoles(options.dataDir, address).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });

  const outage = createOutageLog({
    ...{ log, clock },
    begun: "Cuplaj's own PostgreSQL does not start",
    over: "Cuplaj's own PostgreSQL runs again",
  });
  const supervise = async (): Promise<void> => {
    let delayMs = firstRestartDelayMs;
    for (;;) {
      await running.ended;
      if (isStopping) return;
      log.error("Cuplaj's own PostgreSQL ended unexpectedly and is being restarted");
      try {
        running = await start();
        // `stop` may have been called during this startup.
        if (isStopping) await running.stop();
        delayMs = firstRestartDelayMs;
        outage.end();
      } catch (error) {
        outage.note(error);
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

/** Puts the socket into the data folder, which only its owner may enter; if the socket's path is too long, uses a port on 127.0.0.1 instead. */
async function chooseEndpoint(dataFolder: string): Promise<Pick<DatabaseAddress, "host" | "port">> {
  if (Buffer.byteLength(join(dataFolder, `.s.PGSQL.${socketPort}`)) <= socketPathBytesMax) {
    return { host: dataFolder, port: socketPort };
  }
  return { host: "127.0.0.1", port: await freePort("127.0.0.1", 0, "DATA_DIR") };
}
