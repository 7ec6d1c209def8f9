import { benchAgainst } from "./against/against.ts";
import { type BenchReport, publishReport } from "./bench-report.ts";
import { benchActionLatency } from "./action-latency.bench.ts";
import { benchBusyMemory } from "./busy-memory.bench.ts";
import { benchDurableSends } from "./durable-sends.bench.ts";
import { benchEnterToRequest } from "./enter-to-request.bench.ts";
import { benchFanOut } from "./fan-out.bench.ts";
import { benchFirstLoad } from "./first-load.bench.ts";
import { benchGrowth } from "./growth.bench.ts";
import { benchIdleMemory } from "./idle-memory.bench.ts";
import { benchMail } from "./mail.bench.ts";
import { benchNodes } from "./nodes.bench.ts";
import { benchOffersImport } from "./offers-import.bench.ts";
import { benchOffers } from "./offers.bench.ts";
import { benchPageSpeed } from "./page-speed.bench.ts";
import { benchPreviews } from "./previews.bench.ts";
import { benchPublishLatency } from "./publish-latency.bench.ts";
import { benchPush } from "./push.bench.ts";
import { benchSearch } from "./search.bench.ts";
import { benchSearchSends } from "./search-sends.bench.ts";
import { benchServerStart } from "./server-start.bench.ts";
import { benchSlowUpload } from "./slow-upload.bench.ts";
import { benchUploads } from "./uploads.bench.ts";

// `npm run bench [-- name ...] [--quick]` runs all benches or those named. `npm run bench -- against <revision> [name ...] [--rounds 9]` compares
// with a commit. Exits with 1 if a gate failed or a bench could not run.

const isQuick = process.argv.includes("--quick");
const benches: Readonly<Record<string, () => BenchReport | Promise<BenchReport>>> = {
  "fan-out": benchFanOut,
  "idle-memory": benchIdleMemory,
  "busy-memory": () => benchBusyMemory(isQuick),
  "first-load": benchFirstLoad,
  "durable-sends": () => benchDurableSends(isQuick),
  "publish-latency": () => benchPublishLatency(isQuick),
  "enter-to-request": () => benchEnterToRequest(isQuick),
  "action-latency": () => benchActionLatency(isQuick),
  "page-speed": () => benchPageSpeed(isQuick),
  nodes: () => benchNodes(isQuick),
  offers: () => benchOffers(isQuick),
  previews: () => benchPreviews(isQuick),
  growth: () => benchGrowth(isQuick),
  search: () => benchSearch(isQuick),
  "search-sends": () => benchSearchSends(isQuick),
  push: () => benchPush(isQuick),
  mail: () => benchMail(isQuick),
  uploads: () => benchUploads(isQuick),
  "slow-upload": () => benchSlowUpload(isQuick),
  "offers-import": benchOffersImport,
  "server-start": benchServerStart,
};

async function runBench(name: string): Promise<boolean> {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`no bench is named ${name}; there are ${Object.keys(benches).join(", ")}`);
  console.log(`## ${name}\n`);
  return publishReport(await bench());
}

/** Runs a bench. If it throws, it has failed, but the others still run. */
async function hasPassed(name: string, run: () => Promise<boolean>): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    console.error(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function runAll(names: readonly string[]): Promise<boolean> {
  let haveAllPassed = true;
  for (const name of names) haveAllPassed = (await hasPassed(name, () => runBench(name))) && haveAllPassed;
  return haveAllPassed;
}

// Exit handlers remove checkouts, and a signal without a handler would skip them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const [first = "", ...others] = process.argv.slice(2);
const named = process.argv.slice(2).filter((word) => word !== "--quick");
const isSound =
  first === "against"
    ? await hasPassed(first, () => benchAgainst(others))
    : await runAll(named.length > 0 ? named : Object.keys(benches));
process.exitCode = isSound ? 0 : 1;
