import { userChannel } from "@cuplaj/protocol/channels.ts";
import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { AppState, Effect, Nothing } from "../shape.ts";
import { selectedRoomId } from "../selectors.ts";
import { changed, type Handlers, dispatchLater } from "../transition.ts";
import type { CallError, Me, Room, RoomEvent, RoomId } from "../entities.ts";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";

export interface RealtimeState {
  readonly connection: {
    readonly phase: "idle" | "connecting" | "online" | "offline";
    /** While the person's own channel is held, no event is missed; while it is refused, no live events arrive (CONN-6). */
    readonly ownChannel: "missing" | "held" | "refused";
    readonly isAwayLong: boolean;
  };
}

export interface RealtimeEvents {
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: nothing is missed from now on, and the gap before it is fetched. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server may be gone without notice, so an open connection has to prove that it is alive (CONN-4). */
  "connection/probe-asked": Nothing;
  "connection/refused": Nothing;
  "connection/channel-refused": { readonly channel: string };
}

export interface RealtimeEffects {
  connect: { readonly ownChannel: string };
  disconnect: Nothing;
  "reconnect-now": Nothing;
  "probe-connection": Nothing;
  "watch-channels": { readonly channels: readonly string[] };
  "whisper-typing": { readonly channel: string; readonly name: string };
}

declare module "../shape.ts" {
  interface AppState extends SyncState, RealtimeState {}
  interface AppEvents extends SyncEvents, RealtimeEvents {}
  interface AppEffects extends SyncEffects, RealtimeEffects {}
}

export interface Sync {
  readonly phase: "idle" | "due" | "running";
  /** Whether to sync even if no room is known to be behind. */
  readonly isWanted: boolean;
  readonly attempt: number;
  readonly isHeldBack: boolean;
  /** The settings version being requested from `me`; null if no response is pending (AUTH-8). */
  readonly settingsAsked: number | null;
  readonly epoch: string | null;
  /** Events that arrived before an earlier one. An event that is only known to exist is null. */
  readonly early: Readonly<Record<RoomId, Readonly<Record<number, RoomEvent | null>>>>;
}

export interface CaughtUp {
  readonly epoch: string;
  readonly rooms: readonly {
    readonly id: RoomId;
    readonly events: readonly RoomEvent[];
    readonly head: number;
    readonly hasMore: boolean;
  }[];
  readonly reset: readonly RoomId[];
  readonly unread: Readonly<Record<RoomId, number>>;
  readonly fresh: readonly Room[];
  readonly userVersion?: number;
  readonly asked: Readonly<Record<RoomId, Room>>;
}

export interface SyncState {
  readonly sync: Sync;
}

export interface SyncEvents {
  "sync/events-received": { readonly events: readonly RoomEvent[] };
  "sync/heads-received": RoomHeads;
  "sync/settings-changed": { readonly version: number };
  "sync/asked": { readonly delayMs?: number };
  "sync/due": Nothing;
  "sync/answered": { readonly answer: CaughtUp };
  /** `chance`, in [0, 1), randomizes the delay of the next attempt. */
  "sync/failed": { readonly error: CallError; readonly chance: number };
}

export interface SyncEffects {
  "call-sync": { readonly epoch: string | null; readonly cursors: Readonly<Record<RoomId, number>> };
}

const awayNoticeMs = 5000;

/** The channel with all events of the person's rooms, or of the only one (POST-6). */
const ownChannelOf = ({ id, onlyRoom }: Me): string => onlyRoom?.channel ?? userChannel(id);

export const connectionHandlers: Handlers<keyof RealtimeEvents | "session/started"> = {
  "session/started": (state) => {
    if (state.session.phase === "signed-out" || state.connection.phase !== "idle") return changed(state);
    const connection = { phase: "connecting", ownChannel: "missing", isAwayLong: false } as const;
    return changed({ ...state, connection }, [
      { type: "connect", ownChannel: ownChannelOf(state.session.me) },
      noticeAway,
    ]);
  },

  // Without the person's own channel, a socket brings no events, so the notice stays, or stays due.
  "connection/connected": (state) => changed({ ...state, connection: { ...state.connection, phase: "online" } }),

  "connection/lost": (state) => {
    if (state.connection.phase === "offline" || state.connection.phase === "idle") return changed(state);
    const { ownChannel } = state.connection;
    const connection = { ...state.connection, phase: "offline", ownChannel: "missing" } as const;
    return changed({ ...state, connection }, ownChannel === "missing" ? [] : [noticeAway]);
  },

  "connection/listening": (state) => {
    const connection = { ...state.connection, ownChannel: "held", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  "connection/refused": (state) => {
    const connection = { ...state.connection, ownChannel: "refused", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  "connection/away-long": (state) => changed({ ...state, connection: { ...state.connection, isAwayLong: true } }),
  "connection/retry-asked": (state) => changed(state, [{ type: "reconnect-now" }]),
  "connection/probe-asked": (state) => changed(state, [{ type: "probe-connection" }]),

  // The list may be wrong about the room: fetching it shows whether the person still has it.
  "connection/channel-refused": (state, { channel }) => {
    const room = Object.values(state.rooms.byId).find((held) => held.channel === channel);
    return changed(state, room ? [{ type: "call-fetch-room", roomId: room.id }] : []);
  },
};

export const noticeAway: Effect = dispatchLater("connection-away", awayNoticeMs, { type: "connection/away-long" });

export const cancelNotice: Effect = { type: "cancel-later", key: "connection-away" };

/** The presence channels to hold: those of the first listed rooms, and always the open one's (LIVE-7). */
export function watchedChannels(state: AppState): readonly string[] {
  if (state.connection.phase === "idle") return [];
  const selected = selectedRoomId(state);
  const listed = state.rooms.order.slice(0, watchedRoomsMax);
  const ids =
    selected === null || listed.includes(selected) ? listed : [selected, ...listed.slice(0, watchedRoomsMax - 1)];
  return ids.flatMap((id) => {
    const room = state.rooms.byId[id];
    return room?.isMember ? room.channel : [];
  });
}
