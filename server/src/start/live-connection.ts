import type { ChannelSigner } from "../channel-authorization/authorize-channels.ts";
import { participantIdOf } from "../channel-authorization/rules.ts";
import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import type { BroadcastMark, RealtimeServer } from "../realtime/realtime-server.ts";
import type { ChannelRevoker } from "../rooms/leave-room.ts";
import type { LiveBroadcaster } from "../rooms/live-broadcaster.ts";
import type { TailSockets } from "../rooms/room-tail.ts";

/** What the slices ask of the realtime server, in their words. */
export interface LiveConnection extends LiveBroadcaster, ChannelSigner, TailSockets, Pick<ChannelRevoker, "revoke"> {
  /** The same to this process's sockets alone. */
  broadcastHere<Name extends LiveEventName>(event: Name, channels: readonly string[], data: LiveEvents[Name]): void;
  /** Who is present on a channel. */
  members(channel: string): readonly { readonly userInfo: unknown }[];
  /** Closes this process's live sockets of a session (4009, AUTH-4). */
  closeSession(session: string): void;
}

type Realtime = Pick<
  RealtimeServer,
  | "broadcast"
  | "signChannel"
  | "hasSockets"
  | "hasUser"
  | "holders"
  | "members"
  | "unsubscribeUser"
  | "unsubscribeUserHere"
  | "closeSession"
>;

/** The realtime server's first application, as the product uses it. */
export function createLiveConnection(realtime: Realtime, appId: string): LiveConnection {
  return {
    broadcast(event, channels, data) {
      const mark = markOf(data);
      realtime.broadcast(appId, { channels, event, data, ...(mark !== null && { mark }) });
    },
    broadcastHere: (event, channels, data) => realtime.broadcast(appId, { channels, event, data, isLocal: true }),
    sign(socketId, channel, identity) {
      const signed = realtime.signChannel(appId, socketId, channel, identity);
      if (signed.kind === "malformed") return null;
      const { auth, channel_data: channelData } = signed;
      return channelData === undefined ? { auth } : { auth, channel_data: channelData };
    },
    revoke: (participantId, channel) => realtime.unsubscribeUser(appId, String(participantId), channel),
    revokeHere: (participantId, channel) => realtime.unsubscribeUserHere(appId, String(participantId), channel),
    isEmpty: () => !realtime.hasSockets(appId),
    isConnected: (participantId) => realtime.hasUser(appId, String(participantId)),
    // Whoever holds the application's secret may let other ids in.
    holders: (channel) => realtime.holders(appId, channel).flatMap((userId) => participantIdOf(userId) ?? []),
    members: (channel) => realtime.members(appId, channel),
    closeSession: (session) => realtime.closeSession(session),
  };
}

/** The room and the place in its log that an event stands at (MSG-5); null for what stands in none. */
function markOf(data: LiveEvents[LiveEventName]): BroadcastMark | null {
  if ("room" in data) return [String(data.room.id), data.room.last_seq];
  return "seq" in data ? [String(data.room_id), data.seq] : null;
}
