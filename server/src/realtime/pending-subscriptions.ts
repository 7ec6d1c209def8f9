import { closeCodes } from "./close-codes.ts";
import type { AppState, CloseSocket, Connection, PendingSubscription } from "./connection.ts";
import type { AdmissionVerdict } from "./realtime-options.ts";

/** LIVE-8: how long an app may leave a subscription undecided (ms). This is checked once a second, so no client waits over 5 s. */
const undecidedMsMax = 4000;

/** Asks the app about a subscription and passes its verdict to `decided`, unless the subscription was cancelled or asked about again. */
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
  // If the app fails, the subscription remains pending until `closeUndecided`.
  connection.app.app.admit?.(pending).then(decide, () => undefined);
}

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

/** Asks again about a person's pending subscriptions to a channel, since what the app has read so far is outdated. */
export function askAgain(app: AppState, userId: string, channel: string): void {
  for (const connection of app.undecided) {
    const pending = connection.pending?.get(channel);
    if (pending?.userId !== userId) continue;
    pending.isPending = false;
    askApp(connection, pending);
  }
}

/** Closes sockets whose app took too long, since clients do not retry a subscription by themselves. */
export function closeUndecided(app: AppState, nowMs: number, close: CloseSocket): void {
  for (const connection of app.undecided) {
    const [oldest] = connection.pending?.values() ?? [];
    if (oldest === undefined || nowMs - oldest.askedAtMs < undecidedMsMax) continue;
    close(connection, closeCodes.overCapacity, "A subscription could not be decided in time");
  }
}
