import { type Clock, pause } from "../kernel/clock.ts";
import { closeCodes } from "./close-codes.ts";
import type { Connection } from "./connection.ts";
import type { DrainOptions } from "./realtime-server.ts";
import type { CloseSocket } from "./user-sockets.ts";

/** Closes sockets in batches, each after half to one and a half intervals, so that clients do not come back in step. */
export async function drainSockets(
  connections: readonly Connection[],
  options: DrainOptions,
  clock: Clock,
  close: CloseSocket,
): Promise<void> {
  for (let start = 0; start < connections.length; start += options.batchSize) {
    if (start > 0) await pause(clock, options.intervalMs * (0.5 + Math.random()));
    for (const connection of connections.slice(start, start + options.batchSize)) {
      close(connection, options.code ?? closeCodes.reconnectNow, "The server restarts");
    }
  }
}

/** Waits until a number has come down to nought, or the time is over. */
export async function untilNone(count: () => number, timeoutMs: number, clock: Clock): Promise<void> {
  const endMs = clock.now() + timeoutMs;
  while (count() > 0 && clock.now() < endMs) await pause(clock, 50);
}
