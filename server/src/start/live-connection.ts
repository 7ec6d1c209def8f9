import type { ChannelSigner } from "../channel-authorization/authorize-channels.ts";
import { participantIdOf } from "../channel-authorization/rules.ts";
import { roomChannel, userChannel, userIdOfChannel } from "@cuplaj/protocol/channels.ts";
import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { Check } from "typebox/schema";
import type { RealtimeServer } from "../realtime/realtime-server.ts";
import type { LiveBroadcaster } from "../rooms/broadcast-entry.ts";
import type { LeaveRoomParts } from "../rooms/leave-room.ts";
import type { TailSockets } from "../rooms/room-tail.ts";
import type { ShowRoomParts } from "../rooms/view-room.ts";

export interface LiveConnection
  extends LiveBroadcaster, ChannelSigner, TailSockets, LiveOf<LeaveRoomParts>, LiveOf<ShowRoomParts> {
  broadcastHere<Name extends LiveEventName>(event: Name, channels: readonly string[], data: LiveEvents[Name]): void;
  /** Broadcasts to everybody whose own channel is held in this process. */
  broadcastToAllHere<Name extends LiveEventName>(event: Name, data: LiveEvents[Name]): void;
  /** MAIL-1: whether the person is connected to any process, with all their rooms or with this one. */
  isOnline(participantId: number, roomName: string): boolean;
  /** Closes this process's sockets of a session (4009, AUTH-4). */
  closeSession(session: string): void;
}

type LiveOf<Parts extends { readonly live: unknown }> = Parts["live"];

export function createLiveConnection(realtime: RealtimeServer, appId: string): LiveConnection {
  const broadcastHere: LiveConnection["broadcastHere"] = (event, channels, data) =>
    realtime.broadcast(appId, { channels, event, data, isLocal: true });
  return {
    broadcast(roomId, { seq, event, data }, channels) {
      realtime.broadcast(appId, { channels, event, data, mark: [String(roomId), seq] });
    },
    broadcastHere,
    broadcastToAllHere: (event, data) =>
      broadcastHere(
        event,
        realtime.occupiedChannels(appId).filter((channel) => userIdOfChannel(channel) !== null),
        data,
      ),
    sign: (socketId, channel, identity) => realtime.signChannel(appId, socketId, channel, identity),
    revoke: (participantId, channel) => realtime.unsubscribeUser(appId, String(participantId), channel),
    revokeHere: (participantId, channel) => realtime.unsubscribeUserHere(appId, String(participantId), channel),
    isEmpty: () => !realtime.hasSockets(appId),
    isConnected: (participantId) => realtime.hasUser(appId, String(participantId)),
    // Other holders of the application's secret may sign for ids that are not participants'.
    holders: (channel) => realtime.holders(appId, channel).flatMap((userId) => participantIdOf(userId) ?? []),
    online: (roomName) =>
      realtime
        .members(appId, roomChannel(roomName))
        .flatMap(({ userInfo }) => (Check(OnlineUser, userInfo) ? userInfo : [])),
    isOnline: (participantId, roomName) =>
      realtime.occupancy(appId, userChannel(participantId)).subscriptions > 0 ||
      realtime.members(appId, roomChannel(roomName)).some(({ userId }) => userId === String(participantId)),
    closeSession: (session) => realtime.closeSession(session),
  };
}
