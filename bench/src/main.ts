import { type BenchReport, publishReport } from "./bench-report.ts";
import { benchDurableSends } from "./durable-sends.bench.ts";
import { benchFanOut } from "./fan-out.bench.ts";
import { benchFirstLoad } from "./first-load.bench.ts";
import { benchGrowth } from "./growth.bench.ts";
import { benchIdleMemory } from "./idle-memory.bench.ts";
import { benchPublishLatency } from "./publish-latency.bench.ts";

// `npm run bench [-- name ...] [--quick]` runs all benches or those named, some of them shorter where `--quick` is given; it ends with 1 when a gate failed or a bench could not run.

const isQuick = process.argv.includes("--quick");
const benches: Readonly<Record<string, () => BenchReport | Promise<BenchReport>>> = {
  "fan-out": benchFanOut,
  "idle-memory": benchIdleMemory,
  "first-load": benchFirstLoad,
  "durable-sends": () => benchDurableSends(isQuick),
  "publish-latency": () => benchPublishLatency(isQuick),
  growth: () => benchGrowth(isQuick),
};

async function runBench(name: string): Promise<boolean> {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`no bench is named ${name}; there are ${Object.keys(benches).join(", ")}`);
  console.log(`## ${name}\n`);
  return publishReport(await bench());
}

let hasFailed = false;
const named = process.argv.slice(2).filter((word) => word !== "--quick");
for (const name of named.length > 0 ? named : Object.keys(benches)) {
  try {
    hasFailed = !(await runBench(name)) || hasFailed;
  } catch (error) {
    hasFailed = true;
    console.error(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = hasFailed ? 1 : 0;
