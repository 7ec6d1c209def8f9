import { readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { reasonOf } from "../kernel/startup-problem.ts";

const lines = { pid: 0, port: 3, socketFolder: 4, address: 5, status: 7 };

/** Reads `postmaster.pid`; null if no server is running or one is just starting. `host` may be the folder of a Unix socket. */
export function readPostmasterFile(dataFolder: string) {
  const text = readOrNull(join(dataFolder, "postmaster.pid"));
  if (text === null) return null;
  const line = text.split("\n").map((part) => part.trim());
  const pid = Number(line[lines.pid]);
  const host = line[lines.socketFolder] || line[lines.address];
  if (!Number.isInteger(pid) || pid <= 0 || host === undefined || host === "") return null;
  return { pid, port: Number(line[lines.port]), host, isReady: line[lines.status] === "ready" };
}

/** Whether the process is a PostgreSQL on this folder, and not another program that has been given its pid since. */
export function isPostmasterOf(pid: number, dataFolder: string): boolean {
  try {
    // PostgreSQL works in its data folder, and a zombie has no folder.
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(dataFolder);
  } catch {
    return false;
  }
}

/**
 * Replaces the pid in the file, since PostgreSQL refuses to start while that belongs to any process. With our pid, it still detects a server alive in
 * shared memory.
 */
export function disarmPostmasterFile(dataFolder: string): void {
  const path = join(dataFolder, "postmaster.pid");
  const text = readOrNull(path);
  if (text === null) return;
  writeFileSync(path, [String(process.pid), ...text.split("\n").slice(1)].join("\n"));
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return null;
    throw error;
  }
}
