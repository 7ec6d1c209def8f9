import type { CallError, Room, RoomEvent, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends SyncState {}
  interface AppEvents extends SyncEvents {}
  interface AppEffects extends SyncEffects {}
}

/** Catching up with what was missed (MSG-6). Never two calls at once. */
export interface Sync {
  readonly phase: "idle" | "due" | "running";
  /** Whether to ask again in any case; otherwise a sync that is due is only for rooms that are behind. */
  readonly isWanted: boolean;
  /** Failures in a row. */
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

/** What was missed (MSG-6), in our own words. */
export interface CaughtUp {
  readonly epoch: string;
  readonly rooms: readonly {
    readonly id: RoomId;
    readonly events: readonly RoomEvent[];
    readonly head: number;
    readonly hasMore: boolean;
  }[];
  /** Rooms to fetch anew. */
  readonly reset: readonly RoomId[];
  readonly unread: Readonly<Record<RoomId, number>>;
  /** Rooms without a cursor. */
  readonly fresh: readonly Room[];
  /** The version of the own settings (AUTH-8). */
  readonly userVersion?: number;
  /** The rooms as they were here when it was asked. */
  readonly asked: Readonly<Record<RoomId, Room>>;
}

export interface SyncState {
  readonly sync: Sync;
}

/** Events about the rooms' logs (MSG-5, MSG-6). */
export interface SyncEvents {
  /** Live events of rooms' logs, in this order. */
  "sync/events-received": { readonly events: readonly RoomEvent[] };
  /** The ends of some rooms' logs (LIVE-3). */
  "sync/heads-received": {
    readonly epoch: string;
    readonly heads: readonly { readonly id: RoomId; readonly last_seq: number }[];
    /** The version of the own settings (AUTH-8); none in heads for several people. */
    readonly user_version?: number;
  };
  /** The own settings changed, on this device or another, to this version (AUTH-8). */
  "sync/settings-changed": { readonly version: number };
  /** Something may have been missed, while disconnected or hidden. */
  "sync/asked": { readonly delayMs?: number };
  "sync/due": Nothing;
  "sync/answered": { readonly answer: CaughtUp };
  /** `chance` in [0, 1) spreads the next attempt. */
  "sync/failed": { readonly error: CallError; readonly chance: number };
}

export interface SyncEffects {
  /** MSG-6: events after these cursors. */
  "call-sync": { readonly epoch: string | null; readonly cursors: Readonly<Record<RoomId, number>> };
}
