import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

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

/** Resident memory of a process in bytes, from /proc; kernel memory of its sockets is not in it. */
export function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kibibytes === undefined) throw new Error(`process ${pid} tells no memory`);
  return Number(kibibytes) * 1024;
}
