import { type DeliveryTally, isClean } from "./loader/delivery-checker.ts";
import type { Loader } from "./loader/loader.ts";
import { monotonicMs } from "./loader/loader-messages.ts";
import { median } from "./median.ts";
import { cpuTime } from "./process-usage.ts";
import type { Publisher } from "./publisher.ts";
import type { Subject } from "./subjects/subject.ts";

/** A server with its subscribed sockets and the one who publishes to it. */
export type Stage = { readonly subject: Subject; readonly publisher: Publisher };

/** How a run publishes: `requests` times `eventsPerRequest` events, one request every `everyMs` at the fastest. */
export type Pace = { readonly requests: number; readonly eventsPerRequest: number; readonly everyMs: number };

/** One run against one server. */
export type FanOutRun = {
  readonly deliveries: number;
  /** Of the server process, per delivery. */
  readonly userMicroseconds: number;
  readonly systemMicroseconds: number;
  /** From the request until the last socket has the last event of it; median over the requests. */
  readonly lastDeliveryMs: number;
};

/** How long all deliveries of one request may take before the run counts as having lost some. */
const DELIVERY_TIMEOUT_MS = 10_000;

/** Lets work that a server put off until after the last delivery, and a late double, still count. */
const SETTLE_MS = 150;

/** Publishes at the given pace, waiting for all deliveries of each request; throws when one was lost, doubled, reordered or changed. */
export async function runFanOut(loader: Loader, stage: Stage, sockets: number, pace: Pace): Promise<FanOutRun> {
  const { subject, publisher } = stage;
  await loader.keepAlive(subject.name);
  await pause(SETTLE_MS);
  const lastDeliveries: number[] = [];
  const before = cpuTime(subject.pid);
  for (let request = 0; request < pace.requests; request += 1) {
    const startedAtMs = monotonicMs();
    await (pace.eventsPerRequest === 1 ? publisher.publishOne() : publisher.publishBatch(pace.eventsPerRequest));
    const { tally, lastAtMs } = await loader.awaitDeliveries(subject.name, publisher.published, DELIVERY_TIMEOUT_MS);
    refuseUnclean(subject, tally);
    lastDeliveries.push(lastAtMs - startedAtMs);
    await pause(Math.max(0, pace.everyMs - (monotonicMs() - startedAtMs)));
  }
  await pause(SETTLE_MS);
  const after = cpuTime(subject.pid);
  const { tally } = await loader.awaitDeliveries(subject.name, publisher.published, DELIVERY_TIMEOUT_MS);
  refuseUnclean(subject, tally);
  const deliveries = pace.requests * pace.eventsPerRequest * sockets;
  return {
    deliveries,
    userMicroseconds: ((after.userSeconds - before.userSeconds) * 1e6) / deliveries,
    systemMicroseconds: ((after.systemSeconds - before.systemSeconds) * 1e6) / deliveries,
    lastDeliveryMs: median(lastDeliveries),
  };
}

function refuseUnclean(subject: Subject, tally: DeliveryTally): void {
  if (!isClean(tally)) throw new Error(`${subject.name} did not deliver cleanly: ${JSON.stringify(tally)}`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
