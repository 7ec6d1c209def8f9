import { closeCodes } from "./close-codes.ts";
import type { AppState, CloseSocket, Connection, PendingSubscription } from "./connection.ts";
import type { AdmissionVerdict } from "./realtime-options.ts";

/** LIVE-8: how long an app may leave a subscription undecided (ms). It is checked once a second, so that no client waits over 5 s. */
const undecidedMsMax = 4000;

/** Asks the app; `decided` is called with its answer, unless the subscription was cancelled or asked about again meanwhile. */
export function askApp(connection: Connection, asked: Omit<PendingSubscription, "isPending">): void {
  const pending: PendingSubscription = { ...asked, isPending: true };
  connection.pending ??= new Map();
  connection.pending.set(pending.channel, pending);
  connection.app.undecided.add(connection);
  const decide = (verdict: AdmissionVerdict): void => {
    if (!pending.isPending) return;
    cancelPending(connection, pending.channel);
    pending.decided(verdict);
  };
  // What the app cannot answer stays pending until `closeUndecided`.
  connection.app.app.admit?.(pending).then(decide, () => undefined);
}

/** Removes a pending subscription; its answer is ignored. */
export function cancelPending(connection: Connection, channel: string): void {
  const { pending, app } = connection;
  const cancelled = pending?.get(channel);
  if (pending === null || cancelled === undefined) return;
  cancelled.isPending = false;
  pending.delete(channel);
  if (pending.size > 0) return;
  connection.pending = null;
  app.undecided.delete(connection);
}

/** Asks again about a person's pending subscriptions to a channel: what the app has read until now is void. */
export function askAgain(app: AppState, userId: string, channel: string): void {
  for (const connection of app.undecided) {
    const pending = connection.pending?.get(channel);
    if (pending?.userId !== userId) continue;
    pending.isPending = false;
    askApp(connection, pending);
  }
}

/** Closes the sockets whose app has taken too long over a subscription, since no client asks again by itself. */
export function closeUndecided(app: AppState, nowMs: number, close: CloseSocket): void {
  for (const connection of app.undecided) {
    const [oldest] = connection.pending?.values() ?? [];
    if (oldest === undefined || nowMs - oldest.askedAtMs < undecidedMsMax) continue;
    close(connection, closeCodes.overCapacity, "A subscription could not be decided in time");
  }
}
