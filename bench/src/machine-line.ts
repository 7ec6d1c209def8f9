import { execFileSync } from "node:child_process";
import { cpus, release, totalmem, type as systemType } from "node:os";

/** The machine and time of a result. Results of different machines cannot be compared. */
export type MachineLine = {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly commit: string;
  readonly measuredAt: string;
};

/** A `+` after the commit marks uncommitted changes to server or bench. */
export function machineLine(): MachineLine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${systemType()} ${release()}`,
    node: process.version,
    commit: commit(),
    measuredAt: new Date().toISOString(),
  };
}

export function machineText(machine: MachineLine): string {
  const { processor, cores, memoryGib, system, node, commit, measuredAt } = machine;
  return `${processor}, ${cores} cores, ${memoryGib} GiB, ${system}, Node ${node}, commit ${commit}, ${measuredAt.slice(0, 10)}`;
}

function commit(): string {
  const head = git("rev-parse", "--short", "HEAD");
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "--", ":/server/src", ":/bench/src") !== "";
  return isChanged ? `${head}+` : head;
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
}
