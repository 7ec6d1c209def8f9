import type { CallError, Room, RoomEvent, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends SyncState {}
  interface AppEvents extends SyncEvents {}
  interface AppEffects extends SyncEffects {}
}

/** Catching up with what was missed (MSG-6). Never two calls at once. */
export interface Sync {
  readonly phase: "idle" | "due" | "running";
  /** Whether to ask again in any case; without it a sync that is due is only for rooms that are behind. */
  readonly isWanted: boolean;
  /** Failures in a row. */
  readonly attempt: number;
  /** Whether the server said that this page asks too often: then no reason is good enough to ask before it allows. */
  readonly isHeldBack: boolean;
  /** How often in a row what did not come was asked for again by the clock. */
  readonly retries: number;
  /** Whether the unread count of the rooms that the list does not hold did not come. */
  readonly isCountLost: boolean;
  /** The version of the person's own settings that `me` was asked for; null where no answer is pending (AUTH-8). */
  readonly settingsAsked: number | null;
  /** The numbering that all cursors belong to; null before any room is known. */
  readonly epoch: string | null;
  /** Events that cannot be applied yet, since one before them is missing; null for one that is only known to exist. */
  readonly aside: Readonly<Record<RoomId, Readonly<Record<number, RoomEvent | null>>>>;
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
  /** Rooms that have to be fetched anew. */
  readonly reset: readonly RoomId[];
  readonly unread: Readonly<Record<RoomId, number>>;
  /** Rooms that had no cursor. */
  readonly fresh: readonly Room[];
  /** How new the person's own settings are (AUTH-8); absent from an older server process. */
  readonly userVersion?: number;
  /** The rooms as they stood here when it was asked. */
  readonly asked: Readonly<Record<RoomId, Room>>;
}

export interface SyncState {
  readonly sync: Sync;
}

/** What can happen to what is known of the rooms' logs (MSG-5, MSG-6). */
export interface SyncEvents {
  /** Events of rooms' logs came live, in this order. */
  "sync/events-received": { readonly events: readonly RoomEvent[] };
  /** Where the logs of some rooms end (LIVE-3). */
  "sync/heads-received": {
    readonly epoch: string;
    readonly heads: readonly { readonly id: RoomId; readonly last_seq: number }[];
    /** How new the person's own settings are (AUTH-8); absent from an older server process. */
    readonly user_version?: number;
  };
  /** The person's own settings changed, on this device or another; they are this new now (AUTH-8). */
  "sync/settings-changed": { readonly version: number };
  /** Something may have been missed: a time of not listening, or of not looking. */
  "sync/asked": { readonly delayMs?: number };
  "sync/due": Nothing;
  "sync/answered": { readonly answer: CaughtUp };
  /** `chance` in [0, 1) spreads the next attempt. */
  "sync/failed": { readonly error: CallError; readonly chance: number };
  /** A room that was asked for did not come; it may at another time. */
  "rooms/fetch-failed": { readonly error: CallError };
  "rooms/unread-failed": { readonly error: CallError };
  /** Time to ask again for what did not come. */
  "sync/retry-due": Nothing;
}

export interface SyncEffects {
  /** MSG-6: what came after these cursors. */
  "call-sync": { readonly epoch: string | null; readonly cursors: Readonly<Record<RoomId, number>> };
}
