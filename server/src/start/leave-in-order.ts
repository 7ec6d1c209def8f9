import type { Server } from "node:http";
import type { App } from "../http/app.ts";
import { type Clock, endOfTick, pause, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { RealtimeServer } from "../realtime/realtime-server.ts";

interface LeavingParts {
  readonly readiness: Readiness;
  readonly realtime: RealtimeServer;
  readonly app: App;
  readonly servers: readonly Server[];
  readonly closeStorage: () => Promise<void>;
  readonly hasOthers: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long "not ready" is announced, so that polling load balancers see it before the server stops responding. */
const announceMs = 500;
const drainBatches = 20;
const drainIntervalMs = 100;
/** RUN-5 allows 15 s in total. Sockets and requests share the first part; the database gets the remainder. */
const drainMs = 4500;
const requestsMs = 9000;

/** How long the last sockets may take to confirm their closing. */
const lastSocketsMs = 500;

/** RUN-5: drains sockets in batches, finishes requests, then stops the database. RUN-5e: a single process skips the batches. */
export async function leaveInOrder(parts: LeavingParts): Promise<void> {
  const { readiness, realtime, servers, clock, log } = parts;
  const startedAt = clock.steadyMs();
  readiness.leave();
  log.info({ sockets: realtime.metrics().sockets }, "shutting down");
  if (parts.hasOthers) await sendElsewhere(parts);
  await untilNobodyWaits(servers, clock);
  const requestsDone = closeHttp(parts.app, servers);
  if (!parts.hasOthers) await withTimeout(drainAtOnce(realtime), lastSocketsMs, clock);
  await withTimeout(requestsDone, startedAt + requestsMs - clock.steadyMs(), clock);
  await realtime.close();
  for (const server of servers) server.closeAllConnections();
  await requestsDone;
  await parts.closeStorage();
  log.info("shut down");
}

async function sendElsewhere({ realtime, clock }: LeavingParts): Promise<void> {
  const announced = pause(clock, announceMs);
  const batchSize = Math.max(1, Math.ceil(realtime.metrics().sockets / drainBatches));
  await withTimeout(realtime.drain({ batchSize, intervalMs: drainIntervalMs }), drainMs, clock);
  await announced;
}

const drainAtOnce = (realtime: RealtimeServer): Promise<void> =>
  realtime.drain({ batchSize: realtime.metrics().sockets + 1, intervalMs: 0 });

/** Longest time to wait for a moment without new connections. */
const waitMsMax = 2000;

/** Stops listening immediately; resolves when the current requests are done (RUN-5). */
async function closeHttp(app: App, servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  await Promise.all([app.close(), ...closed]);
}

/** If more time has passed since a poll, connections may have arrived that no poll has seen. */
const quietMsMax = 0.2;

/** Waits until no connections are waiting to be accepted, since closing resets those. Right after a poll that accepted none, there are hardly any. */
async function untilNobodyWaits(servers: readonly Server[], clock: Clock): Promise<void> {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  for (const server of servers) server.on("connection", count);
  const endMs = clock.steadyMs() + waitMsMax;
  await endOfTick();
  // Each poll accepts one connection, so the first poll that accepts none has found the queue empty.
  for (let isQuiet = false; !isQuiet && clock.steadyMs() < endMs;) {
    const [before, beganAt] = [accepted, performance.now()];
    await endOfTick();
    isQuiet = before === accepted && performance.now() - beganAt < quietMsMax;
  }
  for (const server of servers) server.off("connection", count);
}
