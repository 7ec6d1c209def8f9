import { errorCodes } from "./close-codes.ts";
import type { Channel, Connection } from "./connection.ts";
import { encodeData, errorFrame } from "./frames.ts";
import type { ClientEventVerdict, PresenceMember } from "./realtime-options.ts";
import type { RealtimeParts } from "./realtime-parts.ts";

const eventNameCharactersMax = 200;

interface IncomingClientEvent {
  readonly connection: Connection;
  readonly event: string;
  readonly channel: unknown;
  readonly data: unknown;
  readonly nowMs: number;
}

/** Relays a `client-` event to the other subscribers with the signed identity, or refuses it with 4301 (LIVE-5). */
export function receiveClientEvent(incoming: IncomingClientEvent, parts: RealtimeParts): void {
  const { connection, event } = incoming;
  const channel = typeof incoming.channel === "string" ? connection.channel(incoming.channel) : null;
  if (channel === null) {
    refuse(connection, "Client events need a subscription to their channel", parts);
    return;
  }
  const sender = senderOf(connection, channel, parts.rosters);
  const verdict = decide(incoming, channel, sender, parts);
  if (verdict.kind === "refuse") {
    refuse(connection, verdict.message, parts);
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
  parts.broadcaster.deliver(connection.app, delivery);
  parts.cluster.publish({ kind: "broadcast", appId: connection.app.app.id, ...delivery });
}

function decide(
  incoming: IncomingClientEvent,
  channel: Channel,
  sender: PresenceMember | null,
  { limits, clientEventRates }: RealtimeParts,
): ClientEventVerdict {
  const { connection, event, data, nowMs } = incoming;
  const rule = connection.app.app.clientEvents;
  if (rule === null) return refusal("Client events are not enabled for this app");
  if (channel.kind !== "private" && channel.kind !== "presence") {
    return refusal("Client events are allowed on private and presence channels only");
  }
  if (event.length > eventNameCharactersMax) return refusal("The event name is too long");
  if (clientEventRates.take(rateKey(connection, sender), limits.clientEventsPerSecondMax, nowMs) > 0) {
    return refusal(`At most ${limits.clientEventsPerSecondMax} client events in a second`);
  }
  if (Buffer.byteLength(encodeData(data)) > limits.clientEventBytesMax) return refusal("The event data is too long");
  return rule({ channel: channel.name, event, data, sender });
}

function refusal(message: string): ClientEventVerdict {
  return { kind: "refuse", message };
}

/** LIM-1: one allowance per person for all sockets in this process, or per socket if the person is unknown. */
function rateKey(connection: Connection, sender: PresenceMember | null): string {
  const userId = connection.userId ?? sender?.userId;
  return `${connection.app.app.id}:${userId === undefined ? `socket:${connection.id}` : `user:${userId}`}`;
}

function senderOf(connection: Connection, channel: Channel, rosters: RealtimeParts["rosters"]): PresenceMember | null {
  const memberId = channel.subscribers.get(connection) ?? null;
  if (memberId !== null) return rosters.member(connection.app.app.id, channel.name, memberId);
  if (connection.userId === null) return null;
  return { userId: connection.userId, userInfo: null };
}

function refuse(connection: Connection, message: string, parts: RealtimeParts): void {
  parts.metrics.clientEventsRefused += 1;
  connection.wire.send(errorFrame(errorCodes.clientEventRefused, message));
}
