import type { ChannelRegistry } from "./channel-registry.ts";
import type { Connection } from "./connection.ts";
import { encodeEvent, textFrame } from "./frames.ts";
import type { RosterChange } from "./presence-roster.ts";

/** Tells the subscribers of this process who came or left; the socket that brought the person is not told (LIVE-6). */
export function sendPresenceChange(registry: ChannelRegistry, change: RosterChange): void {
  const subscribers = registry.appById(change.appId)?.channels.get(change.channel)?.subscribers;
  if (subscribers === undefined) return;
  const userId = JSON.stringify(change.userId);
  const isJoining = change.kind === "joining";
  const text = encodeEvent({
    event: isJoining ? "pusher_internal:member_added" : "pusher_internal:member_removed",
    channel: change.channel,
    data: isJoining ? `{"user_id":${userId},"user_info":${change.info}}` : `{"user_id":${userId}}`,
  });
  const frame = textFrame(text);
  for (const connection of subscribers.keys()) send(connection, frame, change.cause);
}

function send(connection: Connection, frame: Buffer, cause: Connection | null): void {
  if (connection !== cause) connection.wire.send(frame);
}
