import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { readPostmasterFile } from "../storage/postmaster-file.ts";

/** Reads the server's record of its PostgreSQL; undefined if none is running. */
export const postmasterOf = (dataDir: string): ReturnType<typeof readPostmasterFile> =>
  readPostmasterFile(join(dataDir, "postgres"));

export const ownPassword = (dataDir: string): string => readFileSync(join(dataDir, "postgres-password"), "utf8").trim();

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

export function postgresProcesses(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)?.pid ?? 0;
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
  return [postmaster, ...children.trim().split(/\s+/u).map(Number)];
}

/** Freezes all processes of a PostgreSQL and returns a function that resumes them. */
export function freeze(dataDir: string): () => void {
  const pids = postgresProcesses(dataDir).map(String);
  // Backends whose connection is gone end as soon as they resume; `kill` then ignores them.
  const resume = (): void => void spawnSync("kill", ["-CONT", ...pids]);
  onTestFinished(resume);
  spawnSync("kill", ["-STOP", ...pids]);
  return resume;
}
