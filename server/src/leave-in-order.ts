import type { Server } from "node:http";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Readiness } from "./operations/readiness.ts";
import type { RealtimeServer } from "./realtime/realtime-server.ts";

/** What a leaving server lets go of. */
export interface LeavingParts {
  readonly readiness: Readiness;
  readonly realtime: RealtimeServer;
  /** Stops listening and waits for the requests under way. */
  readonly closeHttp: () => Promise<void>;
  readonly servers: readonly Server[];
  readonly closeStorage: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A balancer that asks every now and then must be able to hear "not ready" before nobody answers any more. */
const announceMs = 500;
const drainBatches = 20;
const drainIntervalMs = 100;
/** RUN-5 gives 15 s for all of it: sockets, then requests, then up to 6 s for the database. */
const drainMs = 4500;
const requestsMs = 3000;

/** RUN-5: tells that it leaves, lets sockets go in batches and requests finish, then stops the database. */
export async function leaveInOrder(parts: LeavingParts): Promise<void> {
  const { readiness, realtime, servers, clock, log } = parts;
  readiness.leave();
  const { sockets } = realtime.metrics();
  log.info({ sockets }, "leaving");
  const announced = new Promise<void>((resolve) => clock.setTimeout(resolve, announceMs));
  const batchSize = Math.max(1, Math.ceil(sockets / drainBatches));
  await inTime(realtime.drain({ batchSize, intervalMs: drainIntervalMs }), drainMs, clock);
  await announced;
  const requestsDone = parts.closeHttp();
  await inTime(requestsDone, requestsMs, clock);
  await realtime.close();
  for (const server of servers) server.closeAllConnections();
  await requestsDone;
  await parts.closeStorage();
  log.info("left");
}

async function inTime(work: Promise<void>, limitMs: number, clock: Clock): Promise<void> {
  let stopWaiting = (): void => undefined;
  const late = new Promise<void>((resolve) => (stopWaiting = resolve));
  const timer = clock.setTimeout(stopWaiting, limitMs);
  await Promise.race([work, late]);
  clock.clearTimeout(timer);
}
