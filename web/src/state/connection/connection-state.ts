import { watchedRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { AppState, Effect, Nothing } from "../shape.ts";
import { selectedRoomId } from "../selectors.ts";
import { changed, type Handlers, dispatchLater } from "../transition.ts";
import type { CallError, Room, RoomEvent, RoomId } from "../entities.ts";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";

export interface RealtimeState {
  /** The live connection. `ws_online` of the specification is `phase === "online"` (CONN-1). */
  readonly connection: {
    readonly phase: "idle" | "connecting" | "online" | "offline";
    /** The person's own channel: while held, no event is missed; while refused, nothing comes live (CONN-6). */
    readonly ownChannel: "missing" | "held" | "refused";
    /** True once it is away for five seconds, or does not answer: time for the banner. */
    readonly isAwayLong: boolean;
  };
}

export interface RealtimeEvents {
  "connection/connected": Nothing;
  "connection/lost": Nothing;
  /** The person's own channel is subscribed: from here on no event is missed, and earlier ones are fetched. */
  "connection/listening": Nothing;
  "connection/away-long": Nothing;
  "connection/retry-asked": Nothing;
  /** The server may be gone silently: a connection that is up has to prove that it lives (CONN-4). */
  "connection/probe-asked": Nothing;
  "connection/refused": Nothing;
  "connection/channel-refused": { readonly channel: string };
}

export interface RealtimeEffects {
  connect: { readonly meId: number };
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

/** Catching up with what was missed (MSG-6). Never two calls at once. */
export interface Sync {
  readonly phase: "idle" | "due" | "running";
  /** Whether to ask again in any case; otherwise a sync that is due is only for rooms that are behind. */
  readonly isWanted: boolean;
  readonly attempt: number;
  /** Whether the server refused this page for asking too often: then nothing is asked before it allows. */
  readonly isHeldBack: boolean;
  /** The version of the own settings requested from `me`; null where no answer is pending (AUTH-8). */
  readonly settingsAsked: number | null;
  /** The numbering that all cursors belong to; null before any room is known. */
  readonly epoch: string | null;
  /** Events that cannot be applied yet, since an earlier one is missing; null for one only known to exist. */
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
  /** `chance` in [0, 1) spreads the next attempt. */
  "sync/failed": { readonly error: CallError; readonly chance: number };
}

export interface SyncEffects {
  "call-sync": { readonly epoch: string | null; readonly cursors: Readonly<Record<RoomId, number>> };
}

/** How long live events may be absent before the banner, ms. Shorter gaps heal unseen. */
const awayNoticeMs = 5000;

export const connectionHandlers: Handlers<keyof RealtimeEvents | "session/started"> = {
  "session/started": (state) => {
    if (state.session.phase === "signed-out" || state.connection.phase !== "idle") return changed(state);
    const connection = { phase: "connecting", ownChannel: "missing", isAwayLong: false } as const;
    return changed({ ...state, connection }, [{ type: "connect", meId: state.session.me.id }, noticeAway]);
  },

  // A socket alone brings no events: until the own channel is held the notice stays or is due.
  "connection/connected": (state) => changed({ ...state, connection: { ...state.connection, phase: "online" } }),

  "connection/lost": (state) => {
    if (state.connection.phase === "offline" || state.connection.phase === "idle") return changed(state);
    const { ownChannel } = state.connection;
    const connection = { ...state.connection, phase: "offline", ownChannel: "missing" } as const;
    // While it was missing the five seconds run already.
    return changed({ ...state, connection }, ownChannel === "missing" ? [] : [noticeAway]);
  },

  // Events missed meanwhile are caught up with (MSG-6).
  "connection/listening": (state) => {
    const connection = { ...state.connection, ownChannel: "held", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  // CONN-6: no catching up either: it would be refused too.
  "connection/refused": (state) => {
    const connection = { ...state.connection, ownChannel: "refused", isAwayLong: false } as const;
    return changed({ ...state, connection }, [cancelNotice]);
  },

  "connection/away-long": (state) => changed({ ...state, connection: { ...state.connection, isAwayLong: true } }),
  "connection/retry-asked": (state) => changed(state, [{ type: "reconnect-now" }]),
  "connection/probe-asked": (state) => changed(state, [{ type: "probe-connection" }]),

  // The list may be wrong about that room: fetching it shows whether it is still ours.
  "connection/channel-refused": (state, { channel }) => {
    const room = Object.values(state.rooms.byId).find((held) => held.channel === channel);
    return changed(state, room ? [{ type: "call-fetch-room", roomId: room.id }] : []);
  },
};

export const noticeAway: Effect = dispatchLater("connection-away", awayNoticeMs, { type: "connection/away-long" });

export const cancelNotice: Effect = { type: "cancel-later", key: "connection-away" };

/** The presence channels to hold: the person's first listed rooms, and the open one in any case (LIVE-7). */
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
