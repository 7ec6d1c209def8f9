import type { Broadcaster } from "./broadcaster.ts";
import { errorCodes } from "./close-codes.ts";
import type { Cluster } from "./cluster.ts";
import type { Channel, Connection } from "./connection.ts";
import { errorFrame } from "./frames.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeMetrics } from "./metrics.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import type { ClientEventSender } from "./realtime-server.ts";

const eventNameCharactersMax = 200;

/** What relaying touches. */
export interface ClientEventParts {
  readonly broadcaster: Broadcaster;
  readonly cluster: Cluster;
  readonly rosters: PresenceRosters;
  readonly limits: RealtimeLimits;
  readonly metrics: RealtimeMetrics;
}

/** A `client-` event: relayed to the other subscribers with the signed identity, or answered with 4301 (LIVE-5). */
export function receiveClientEvent(
  connection: Connection,
  event: string,
  channelName: unknown,
  data: unknown,
  nowMs: number,
  parts: ClientEventParts,
): void {
  const channel = typeof channelName === "string" ? connection.channel(channelName) : null;
  const refusal = refusalOf(connection, event, channel, data, nowMs, parts.limits);
  if (refusal !== null || channel === null) {
    refuse(connection, refusal ?? "Client events need a subscription", parts);
    return;
  }
  const { app } = connection;
  const sender = senderOf(connection, channel, parts.rosters);
  const verdict = app.app.clientEvents?.({ channel: channel.name, event, data, sender });
  if (verdict?.kind !== "relay") {
    refuse(connection, verdict?.message ?? "Client events are not enabled", parts);
    return;
  }
  parts.metrics.clientEventsRelayed += 1;
  const delivery = {
    channels: [channel.name],
    event,
    data: encodeData(verdict.data),
    exceptSocketId: connection.id,
    clientEvent: { userId: sender?.userId ?? null },
  };
  parts.broadcaster.deliver(app, delivery);
  parts.cluster.publish({ kind: "broadcast", appId: app.app.id, ...delivery });
}

function refusalOf(
  connection: Connection,
  event: string,
  channel: Channel | null,
  data: unknown,
  nowMs: number,
  limits: RealtimeLimits,
): string | null {
  if (connection.app.app.clientEvents === null) return "Client events are not enabled for this app";
  if (channel === null) return "Client events need a subscription to their channel";
  if (channel.kind !== "private" && channel.kind !== "presence") {
    return "Client events are allowed on private and presence channels only";
  }
  if (event.length > eventNameCharactersMax) return "The event name is too long";
  if (isOverRate(connection, nowMs, limits)) {
    return `At most ${limits.clientEventsPerSecondMax} client events in a second`;
  }
  if (Buffer.byteLength(encodeData(data)) > limits.clientEventBytesMax) return "The event data is too long";
  return null;
}

function isOverRate(connection: Connection, nowMs: number, limits: RealtimeLimits): boolean {
  if (nowMs - connection.clientEventWindowStartedAtMs >= 1000) {
    connection.clientEventWindowStartedAtMs = nowMs;
    connection.clientEventsInWindow = 0;
  }
  connection.clientEventsInWindow += 1;
  return connection.clientEventsInWindow > limits.clientEventsPerSecondMax;
}

function senderOf(connection: Connection, channel: Channel, rosters: PresenceRosters): ClientEventSender | null {
  const memberId = channel.subscribers.get(connection) ?? null;
  if (memberId !== null) return rosters.member(connection.app.app.id, channel.name, memberId);
  if (connection.userId === null) return null;
  return { userId: connection.userId, userInfo: connection.signedIn?.userInfo ?? null };
}

function encodeData(data: unknown): string {
  return typeof data === "string" ? data : (JSON.stringify(data) ?? "null");
}

function refuse(connection: Connection, message: string, parts: ClientEventParts): void {
  parts.metrics.clientEventsRefused += 1;
  connection.wire.send(errorFrame(errorCodes.clientEventRefused, message));
}
