import type { Server } from "node:http";
import { type Clock, endOfTick } from "../kernel/clock.ts";
import type { App } from "../http/app.ts";

/** Where connections never stop coming, the listener closes all the same. */
const waitMsMax = 2000;

/** Stops listening and waits for the requests under way (RUN-5). */
export async function closeHttp(app: App, servers: readonly Server[], clock: Clock): Promise<void> {
  await untilNobodyWaits(servers, clock);
  const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
  await Promise.all([app.close(), ...closed]);
}

/** Work that takes longer may have let connections come that no poll has found yet. */
const quietMsMax = 0.2;

/**
 * A listener that closes resets the connections that the system has made and that were not accepted yet, with the requests
 * on them. Right after a poll that brought none, and next to no work either, there are hardly any.
 */
async function untilNobodyWaits(servers: readonly Server[], clock: Clock): Promise<void> {
  let accepted = 0;
  const count = (): void => void (accepted += 1);
  for (const server of servers) server.on("connection", count);
  const endMs = clock.now() + waitMsMax;
  await endOfTick();
  // A poll accepts one connection, so the first that accepts none has found the queue empty.
  for (let isQuiet = false; !isQuiet && clock.now() < endMs;) {
    const [before, beganAt] = [accepted, performance.now()];
    await endOfTick();
    isQuiet = before === accepted && performance.now() - beganAt < quietMsMax;
  }
  for (const server of servers) server.off("connection", count);
}
