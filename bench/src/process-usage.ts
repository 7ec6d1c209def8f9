import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/** The CPU seconds of all threads, in ticks of 10 ms. */
export type CpuTime = {
  readonly userSeconds: number;
  /** Time in the kernel, which on loopback includes receiving at the other end. */
  readonly systemSeconds: number;
};

export function cpuTime(pid: number): CpuTime {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is a name in parentheses that may contain spaces, so fields are counted after it (utime is field 14).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { userSeconds: Number(fields[11]) / ticksPerSecond, systemSeconds: Number(fields[12]) / ticksPerSecond };
}

export function endedCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** The CPU seconds of a process's current threads, from nanosecond counters. */
export function coreSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const onCore = (thread: string): number =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return threads.reduce((sum, thread) => sum + onCore(thread), 0) / 1e9;
}

/** A process's resident memory, bytes, without the kernel's memory for its sockets. */
export function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} tells no memory`);
  return Number(kibibytes) * 1024;
}

/** A process's peak resident memory since its start or the last `forgetPeak`, bytes. */
export function peakResidentBytes(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} tells no peak of its memory`);
  return Number(kibibytes) * 1024;
}

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

export function processTree(pid: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const);
  const tree = [pid];
  for (const each of tree) tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return tree;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}
