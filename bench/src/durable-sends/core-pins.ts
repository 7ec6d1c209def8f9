import { execFileSync } from "node:child_process";

/** Pins the measured processes to core 0 and the load to the other cores, or unpins all of them. */
export function pinToCores(measured: readonly number[], load: readonly number[], isPinned: boolean): void {
  const last = Number(execFileSync("nproc", ["--all"], { encoding: "utf8" })) - 1;
  const bind = (pids: readonly number[], cores: string): void => {
    for (const pid of pids) execFileSync("taskset", ["-acp", cores, String(pid)], { stdio: "ignore" });
  };
  bind(measured, isPinned ? "0" : `0-${last}`);
  bind(load, isPinned ? `1-${last}` : `0-${last}`);
}
