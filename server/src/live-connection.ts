import type { ChannelSigner } from "./channel-authorization/authorize-channels.ts";
import type { RealtimeServer } from "./realtime/realtime-server.ts";
import type { ChannelRevoker } from "./rooms/leave-room.ts";
import type { LiveBroadcaster } from "./rooms/live-broadcaster.ts";
import { isInTransaction } from "./storage/transaction.ts";

/** What the slices ask of the realtime server, in their words. */
export interface LiveConnection extends LiveBroadcaster, ChannelSigner, Pick<ChannelRevoker, "revoke"> {
  /** Ids of the people who have a socket on this process. */
  connected(): readonly number[];
  /** Who is present on each presence channel, of all processes. */
  present(): ReadonlyMap<string, readonly number[]>;
  /** Who is present on a channel. */
  members(channel: string): readonly { readonly userInfo: unknown }[];
  /** Closes this process's live sockets of a session (4009, AUTH-4). */
  closeSession(session: string): void;
}

type Realtime = Pick<
  RealtimeServer,
  "broadcast" | "signChannel" | "localUsers" | "members" | "present" | "unsubscribeUser" | "closeSession"
>;

/** The realtime server's first application, as the product uses it. */
export function createLiveConnection(realtime: Realtime, appId: string): LiveConnection {
  return {
    broadcast(event, channels, data) {
      // ERR-3: nobody may be told what can still be rolled back.
      if (isInTransaction()) throw new Error(`${event} was to be broadcast inside a transaction`);
      realtime.broadcast(appId, { channels, event, data });
    },
    sign(socketId, channel, identity) {
      const signed = realtime.signChannel(appId, socketId, channel, identity);
      if (signed.kind === "malformed") return null;
      const { auth, channel_data: channelData } = signed;
      return channelData === undefined ? { auth } : { auth, channel_data: channelData };
    },
    revoke: (participantId, channel) => realtime.unsubscribeUser(appId, String(participantId), channel),
    // Only the API signs sessions, and people's ids with them.
    connected: () => realtime.localUsers(appId).map(Number),
    present() {
      const channels = [...realtime.present(appId)];
      // Whoever holds the application's secret may let other ids in.
      return new Map(channels.map(([channel, ids]) => [channel, ids.map(Number).filter(Number.isSafeInteger)]));
    },
    members: (channel) => realtime.members(appId, channel),
    closeSession: (session) => realtime.closeSession(session),
  };
}
