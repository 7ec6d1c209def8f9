import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../clock.ts";

/** The process ids of the PostgreSQL that uses a data folder, beginning with the postmaster's. */
export function postgresProcesses(dataFolder: string): readonly number[] {
  const file = join(dataFolder, "postmaster.pid");
  const postmaster = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  if (!existsSync(`/proc/${postmaster}/stat`) || postmaster === 0) return [];
  const children = readdirSync("/proc").filter((name) => /^\d+$/u.test(name) && parentOf(name) === postmaster);
  return [postmaster, ...children.map(Number)];
}

/** Skips processes that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // A backend exits when its connection does.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

export async function untilGone(pids: readonly number[]): Promise<void> {
  await until(() => pids.every((pid) => !isRunning(pid)), 10_000, `processes ${pids.join(", ")} to end`);
}

/** Whether a process is running. A zombie is not, since it holds no files. */
const isRunning = (pid: number): boolean => !["", "Z"].includes(statOf(String(pid))?.state ?? "");

const parentOf = (pid: string): number => statOf(pid)?.parent ?? 0;

function statOf(pid: string): { state: string; parent: number } | null {
  try {
    // The name in brackets may contain anything, so fields are counted from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}
