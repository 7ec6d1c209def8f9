import { type DeliveryTally, isClean } from "./loader/delivery-checker.ts";
import type { Loader } from "./loader/loader.ts";
import { monotonicMs } from "./loader/loader-messages.ts";
import { median } from "./median.ts";
import { coreSeconds, cpuTime } from "./process-usage.ts";
import type { Publisher } from "./publisher.ts";

/** A server with its publisher. The loader holds the server's sockets under its name. */
export type Stage = {
  readonly subject: { readonly name: string; readonly pid: number };
  readonly publisher: Publisher;
};

/** `requests` requests with `eventsPerRequest` events each, at most one request per `everyMs`. */
export type Pace = {
  readonly requests: number;
  readonly eventsPerRequest: number;
  readonly everyMs: number;
  readonly waitsForDelivery: boolean;
};

export type FanOutRun = {
  readonly deliveries: number;
  readonly userMicroseconds: number;
  readonly systemMicroseconds: number;
  /** User and kernel time together, by a finer clock than the 10 ms ticks of the other two. */
  readonly coreMicroseconds: number;
  /** The median time from a request to its last delivery. */
  readonly lastDeliveryMs: number;
};

/** Deliveries that take longer than this count as lost. */
const DELIVERY_TIMEOUT_MS = 20_000;

/** The wait after a run, ms, so that deferred work and late duplicates are counted. */
const SETTLE_MS = 150;

/** Publishes at a pace and waits for all deliveries. Throws if one is lost, duplicated, reordered or changed. */
export async function runFanOut(loader: Loader, stage: Stage, sockets: number, pace: Pace): Promise<FanOutRun> {
  const { subject, publisher } = stage;
  await loader.keepAlive(subject.name);
  await pause(SETTLE_MS);
  const [before, coreBefore] = [cpuTime(subject.pid), coreSeconds(subject.pid)];
  const lastDeliveries = await publishAll(loader, stage, pace);
  await pause(SETTLE_MS);
  const [after, coreAfter] = [cpuTime(subject.pid), coreSeconds(subject.pid)];
  refuseUnclean(subject, (await loader.awaitDeliveries(subject.name, publisher.published, DELIVERY_TIMEOUT_MS)).tally);
  const deliveries = pace.requests * pace.eventsPerRequest * sockets;
  return {
    deliveries,
    userMicroseconds: ((after.userSeconds - before.userSeconds) * 1e6) / deliveries,
    systemMicroseconds: ((after.systemSeconds - before.systemSeconds) * 1e6) / deliveries,
    coreMicroseconds: ((coreAfter - coreBefore) * 1e6) / deliveries,
    lastDeliveryMs: median(lastDeliveries),
  };
}

async function publishAll(loader: Loader, { subject, publisher }: Stage, pace: Pace): Promise<number[]> {
  const startedAtMs: number[] = [];
  const lastAtMs: number[] = [];
  for (let request = 0; request < pace.requests; request += 1) {
    const started = monotonicMs();
    startedAtMs.push(started);
    await (pace.eventsPerRequest === 1 ? publisher.publishOne() : publisher.publishBatch(pace.eventsPerRequest));
    if (pace.waitsForDelivery || request === pace.requests - 1) {
      const arrived = await loader.awaitDeliveries(subject.name, publisher.published, DELIVERY_TIMEOUT_MS);
      refuseUnclean(subject, arrived.tally);
      lastAtMs.push(...arrived.lastAtMs);
    }
    await pause(Math.max(0, pace.everyMs - (monotonicMs() - started)));
  }
  return startedAtMs.map((started, request) => (lastAtMs[(request + 1) * pace.eventsPerRequest - 1] ?? 0) - started);
}

function refuseUnclean(subject: Stage["subject"], tally: DeliveryTally): void {
  if (!isClean(tally)) throw new Error(`${subject.name} did not deliver cleanly: ${JSON.stringify(tally)}`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
