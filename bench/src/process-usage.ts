import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"]).toString());

/** CPU time of a process since its start, all threads, in seconds; in steps of 10 ms. */
export type CpuTime = {
  readonly userSeconds: number;
  /** What the kernel did for it; on loopback that includes receiving on the other end of its sockets. */
  readonly systemSeconds: number;
};

/** The CPU time that a process has used, from /proc. */
export function cpuTime(pid: number): CpuTime {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name in parentheses and may hold spaces: count from behind it (utime is field 14).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { userSeconds: Number(fields[11]) / ticksPerSecond, systemSeconds: Number(fields[12]) / ticksPerSecond };
}

/** CPU seconds of the processes that a process started and that have ended, from /proc. */
export function endedCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Seconds that the threads a process has now were on a core since their start, in nanoseconds' steps; user and kernel together. */
export function coreSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const onCore = (thread: string): number =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return threads.reduce((sum, thread) => sum + onCore(thread), 0) / 1e9;
}

/** Resident memory of a process in bytes, from /proc; kernel memory of its sockets is not in it. */
export function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} tells no memory`);
  return Number(kibibytes) * 1024;
}

/** Resident memory of a process at its highest since its start, or since `forgetPeak`, in bytes. */
export function peakResidentBytes(pid: number): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} tells no peak of its memory`);
  return Number(kibibytes) * 1024;
}

/** From now on its peak counts from what it holds now. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

/** A process and everything that it started, also what that started. */
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
    // It has ended meanwhile.
    return 0;
  }
}
