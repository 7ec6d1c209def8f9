import type { Server } from "node:http";
import { type Clock, pause, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { RealtimeServer } from "../realtime/realtime-server.ts";

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
/** RUN-5 gives 15 s for all of it: sockets and requests share the first part, the database has the rest. */
const drainMs = 4500;
const requestsMs = 9000;

/** RUN-5: tells that it leaves, lets sockets go in batches and requests finish, then stops the database. */
export async function leaveInOrder(parts: LeavingParts): Promise<void> {
  const { readiness, realtime, servers, clock, log } = parts;
  const startedAt = clock.now();
  readiness.leave();
  const { sockets } = realtime.metrics();
  log.info({ sockets }, "leaving");
  const announced = pause(clock, announceMs);
  const batchSize = Math.max(1, Math.ceil(sockets / drainBatches));
  await withTimeout(realtime.drain({ batchSize, intervalMs: drainIntervalMs }), drainMs, clock);
  await announced;
  const requestsDone = parts.closeHttp();
  await withTimeout(requestsDone, startedAt + requestsMs - clock.now(), clock);
  await realtime.close();
  for (const server of servers) server.closeAllConnections();
  await requestsDone;
  await parts.closeStorage();
  log.info("left");
}
