import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchReport } from "./bench-report.ts";
import { median } from "./median.ts";
import { cpuTime } from "./process-usage.ts";
import { startCuplajOn, thisTree } from "./subjects/cuplaj.ts";

const ROUNDS = 9;
const SECONDS_MAX = 1.5;

/** PERF-20: the CPU time until a server is ready, on an existing database and with a warm compile cache. */
export async function benchServerStart(): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
  // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711);
  const rounds: number[] = [];
  try {
    await measureStart(folder);
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureStart(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = median(rounds);
  return {
    name: "server-start",
    gates: [{ title: "processor time until ready", value: seconds, limit: SECONDS_MAX, unit: "s" }],
    lines: [`A start on a database that is there: **${seconds.toFixed(2)} s** of a processor, median of ${ROUNDS}.`],
    figures: rounds,
  };
}

/** Starts a server. Returns its CPU seconds, without PostgreSQL's. */
async function measureStart(folder: string): Promise<number> {
  const settings = { NODE_COMPILE_CACHE: join(folder, "compiled") };
  const subject = await startCuplajOn(join(folder, "data"), thisTree, settings);
  const { userSeconds, systemSeconds } = cpuTime(subject.pid);
  await subject.stop();
  return userSeconds + systemSeconds;
}
