import { every, monoMs, sleep } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { cutPoints } from "../proxy/cut.ts";
import type { FaultProxy } from "../proxy/fault-proxy.ts";
import { type FaultRun, noteFault, type ReportNotes } from "../run.ts";
import { cutEachPoint } from "./cut-sends.ts";
import { proxiedRun } from "./proxied-run.ts";

const latencyMs = 200;
const resetEveryMs = 3000;
const stallMs = 30_000;
/** 64 kbit/s in each direction of a connection. */
const bytesPerSecond = 8000;
const faultMs = 15_000;

/** F4: network faults, by means of our own proxy. */
export const networkRuns: readonly FaultRun[] = [
  proxiedRun({
    name: "network-latency",
    about: "F4: everything takes 200 ms longer, each way",
    seconds: 22,
    perSecond: 40,
    make: async (stage, proxy) => {
      await during(stage, proxy, "latency", faultMs, () => proxy.setConditions({ latencyMs }));
      return { "latency each way (ms)": latencyMs };
    },
  }),
  proxiedRun({
    name: "network-cuts",
    about: "F4: calls are cut before their end, before their answer and in the middle of it",
    seconds: 22,
    perSecond: 50,
    wanderingsPerMessage: 0,
    make: cutAtRandom,
    afterwards: cutEachPoint,
  }),
  proxiedRun({
    name: "network-stall",
    about: "F4: nothing passes for 30 s and nothing is closed",
    seconds: 40,
    perSecond: 40,
    wanderingsPerMessage: 0,
    make: async (stage, proxy) => {
      await during(stage, proxy, "stall", stallMs, () => proxy.setConditions({ isStalled: true }));
      return { "stalled for (ms)": stallMs };
    },
  }),
  proxiedRun({
    name: "network-throttle",
    about: "F4: 64 kbit/s for each connection",
    seconds: 22,
    perSecond: 15,
    make: async (stage, proxy) => {
      await during(stage, proxy, "throttle", faultMs, () => proxy.setConditions({ bytesPerSecond }));
      return { "bytes a second for each connection": bytesPerSecond };
    },
  }),
  proxiedRun({
    name: "network-resets",
    about: "F4: every connection is reset every 3 s",
    seconds: 28,
    perSecond: 50,
    wanderingsPerMessage: 0,
    make: resetAgainAndAgain,
  }),
];

/** Starts the fault 2 s into the load, and ends it after `ms`. */
async function during(
  { recorder }: Stage,
  proxy: FaultProxy,
  name: string,
  ms: number,
  make: () => void,
): Promise<void> {
  await sleep(2000);
  noteFault(recorder, name, "invoke");
  make();
  await sleep(ms);
  proxy.setConditions({});
  noteFault(recorder, name);
}

async function resetAgainAndAgain(stage: Stage, proxy: FaultProxy): Promise<ReportNotes> {
  let connections = 0;
  let stop = (): void => undefined;
  await during(stage, proxy, "resets", 7 * resetEveryMs, () => {
    stop = every(resetEveryMs, () => (connections += proxy.resetAll()));
  });
  stop();
  return { "connections reset": connections };
}

async function cutAtRandom({ recorder, random, context }: Stage, proxy: FaultProxy): Promise<ReportNotes> {
  await sleep(2000);
  noteFault(recorder, "cuts", "invoke");
  const end = monoMs() + faultMs;
  let cuts = 0;
  while (monoMs() < end) {
    const call = random.pick(["POST /api/v1/publish/", "POST /api/v1/publish/", "POST /api/v1/read/", "POST /api/v1/"]);
    const cut = proxy.cutNext({ point: random.pick(cutPoints), matching: call });
    await Promise.race([cut.then(() => (cuts += 1)), sleep(1000)]);
    await sleep(random.next() * 100);
  }
  noteFault(recorder, "cuts");
  context.say(`${cuts} calls were cut`);
  return { "calls cut": cuts };
}
