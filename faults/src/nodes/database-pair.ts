import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sleep, until } from "../clock.ts";
import {
  giveToOwner,
  makeCluster,
  postgresProcess,
  type PostgresProcess,
  runPostgresProgram,
} from "../database-faults/system-postgres.ts";
import { databaseUrlFile, query } from "../product/database.ts";
import type { Host, Network } from "./network.ts";

/** A primary, and a standby that gets each commit before it is acknowledged. Both serve one address, which moves on a failover. */
export interface DatabasePair {
  /** A `DATA_DIR` for the product that contains this database's address. */
  readonly dataDir: string;
  readonly url: string;
  readonly primary: Host;
  readonly standby: Host;
  /** Disconnects the primary's machine. After `noticedMs` the standby becomes the primary and takes over the address. */
  failOver(noticedMs: number): Promise<void>;
  dispose(): Promise<void>;
}

export async function startDatabasePair(programs: string, network: Network): Promise<DatabasePair> {
  const [primary, standby] = [network.add("primary"), network.add("standby")];
  const cluster = makeCluster(programs);
  const copy = join(cluster.home, "standby");
  appendFileSync(
    join(cluster.dataFolder, "pg_hba.conf"),
    "host all all all scram-sha-256\nhost replication all all scram-sha-256\n",
  );
  const address = network.freeAddress();
  network.moveAddress(address, primary);
  const url = `postgresql://cuplaj:${cluster.password}@${address}:5432/postgres`;
  writeFileSync(databaseUrlFile(cluster.dataDir), url, { mode: 0o600 });
  const started: PostgresProcess[] = [];
  const startOn = async (machine: Host, dataFolder: string, settings: readonly string[]): Promise<void> => {
    const postgres = postgresProcess(programs, { dataFolder, settings: ["listen_addresses=*", ...settings], machine });
    started.push(postgres);
    await postgres.start();
  };
  const dispose = async (): Promise<void> => {
    for (const postgres of started) await postgres.end();
    rmSync(cluster.home, { recursive: true, force: true });
  };
  try {
    await startOn(primary, cluster.dataFolder, ["synchronous_standby_names=*"]);
    mkdirSync(copy, { mode: 0o700 });
    giveToOwner(copy);
    const from = `postgresql://cuplaj:${cluster.password}@${primary.address}:5432/postgres`;
    runPostgresProgram(standby, join(programs, "pg_basebackup"), [
      "-D",
      copy,
      "-R",
      "-X",
      "stream",
      "-c",
      "fast",
      "-d",
      from,
    ]);
    await startOn(standby, copy, []);
    await until(() => isInSync(cluster.dataDir), 20_000, "the standby to follow");
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    dataDir: cluster.dataDir,
    url,
    primary,
    standby,
    async failOver(noticedMs) {
      network.unplug(primary);
      await sleep(noticedMs);
      runPostgresProgram(standby, join(programs, "pg_ctl"), ["-D", copy, "promote", "-w"]);
      network.moveAddress(address, standby);
    },
    dispose,
  };
}

async function isInSync(dataDir: string): Promise<boolean> {
  const rows = await query<{ state: string }>(dataDir, "select sync_state as state from pg_stat_replication");
  return rows.some(({ state }) => state === "sync");
}
