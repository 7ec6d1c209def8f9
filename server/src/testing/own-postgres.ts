import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { readPostmasterFile } from "../storage/postmaster-file.ts";

/** What a server wrote down of the PostgreSQL that it runs; undefined while there is none. */
export const postmasterOf = (dataDir: string): ReturnType<typeof readPostmasterFile> =>
  readPostmasterFile(join(dataDir, "postgres"));

/** The password of our own role. */
export const ownPassword = (dataDir: string): string => readFileSync(join(dataDir, "postgres-password"), "utf8").trim();

/** Connects to the PostgreSQL that a server runs. */
export async function connectOwn(dataDir: string, changes: Partial<pg.ClientConfig> = {}): Promise<pg.Client> {
  const running = postmasterOf(dataDir);
  const client = new pg.Client({
    host: running?.host,
    port: running?.port,
    user: "cuplaj",
    database: "cuplaj",
    password: ownPassword(dataDir),
    ...changes,
  });
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

/** The postmaster and all its processes. */
export function postgresProcesses(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)?.pid ?? 0;
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
  return [postmaster, ...children.trim().split(/\s+/u).map(Number)];
}

/** Stops all of a PostgreSQL where it stands; answers how to let it go on. */
export function freeze(dataDir: string): () => void {
  const pids = postgresProcesses(dataDir).map(String);
  // Backends whose connection was given up end as soon as they go on; `kill` does not mind those.
  const resume = (): void => void spawnSync("kill", ["-CONT", ...pids]);
  onTestFinished(resume);
  spawnSync("kill", ["-STOP", ...pids]);
  return resume;
}
