import { readFileSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { reasonOf } from "../kernel/startup-problem.ts";

const lines = { pid: 0, port: 3, socketFolder: 4, address: 5, status: 7 };

/** Reads `postmaster.pid`; null where no server runs or one is only just beginning. `host` is a folder for a Unix socket. */
export function readPostmasterFile(dataFolder: string) {
  const text = readOrNull(join(dataFolder, "postmaster.pid"));
  if (text === null) return null;
  const line = text.split("\n").map((part) => part.trim());
  const pid = Number(line[lines.pid]);
  const host = line[lines.socketFolder] || line[lines.address];
  if (!Number.isInteger(pid) || pid <= 0 || host === undefined || host === "") return null;
  return { pid, port: Number(line[lines.port]), host, isReady: line[lines.status] === "ready" };
}

/** True while that process is a PostgreSQL on this folder; a number that another program got since is not. */
export function isPostmasterOf(pid: number, dataFolder: string): boolean {
  try {
    // PostgreSQL works inside its data folder; a program that has ended but waits for its parent has none.
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataFolder);
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(dataFolder);
  } catch {
    return false;
  }
}

/**
 * Makes the file of a server that is gone harmless. PostgreSQL refuses to start while the number in it belongs to any
 * process, which may be another program by now; with our own number there it checks what else the file says and
 * still notices a server that lives on in shared memory.
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
