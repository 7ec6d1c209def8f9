import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import { passwordFile, superuserPasswordFile } from "../../../server/src/storage/own-roles.ts";
import { readPostmasterFile } from "../../../server/src/storage/postmaster-file.ts";
import { cpuTime } from "../process-usage.ts";

export interface DatabaseProcess {
  readonly pid: number;
  readonly address: DatabaseAddress;
  readonly superuser: DatabaseAddress;
}

export function databaseOf(dataDir: string): DatabaseProcess {
  const running = readPostmasterFile(join(dataDir, "postgres"));
  if (running === null) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const { pid, host, port } = running;
  const address = { host, port, user: "cuplaj", password: secretIn(passwordFile(dataDir)), database: "cuplaj" };
  // Older trees stored one password for both roles (`npm run bench -- against`).
  const superuserFile = existsSync(superuserPasswordFile(dataDir))
    ? superuserPasswordFile(dataDir)
    : passwordFile(dataDir);
  const superuser = { ...address, user: "postgres", password: secretIn(superuserFile) };
  return { pid, address, superuser };
}

const secretIn = (file: string): string => readFileSync(file, "utf8").trim();

/** The CPU seconds (user and system) of each process since its start, by pid. */
export function cpuSeconds(pids: readonly number[]): ReadonlyMap<number, number> {
  const seconds = new Map<number, number>();
  for (const pid of pids) {
    // A database worker may have exited.
    if (!existsSync(`/proc/${pid}/stat`)) continue;
    const { userSeconds, systemSeconds } = cpuTime(pid);
    seconds.set(pid, userSeconds + systemSeconds);
  }
  return seconds;
}

/** The CPU seconds used between two readings. New processes count from their start. */
export function cpuSecondsSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}
