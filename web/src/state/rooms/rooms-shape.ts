import type { RoomCounts, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { CallError, Room, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends RoomsState {}
  interface AppEvents extends RoomsEvents, RoomsNews {}
  interface AppEffects extends RoomsEffects {}
  interface Commands extends RoomsCommands {}
  interface AlertKeys {
    "room.gone": true;
    "room.left": true;
    "room.leaveFailed": true;
    "room.leaveOffline": true;
  }
}

/** The list of rooms. `order` holds ids, newest activity first. */
export interface RoomList {
  readonly byId: Readonly<Record<RoomId, Room>>;
  readonly order: readonly RoomId[];
  readonly total: number;
  readonly page: number;
  /** Idle before the first page, and where the pages have ended with rooms missing: no more are requested by themselves. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly error: CallError | null;
  /** Unread counts of rooms on pages that are not loaded, so that the total is right. */
  readonly unreadElsewhere: Readonly<Record<RoomId, number>>;
}

/** What of the rooms is listed, and in which order (ROOM-3c, ROOM-3). */
export interface RoomView {
  readonly filter: RoomFilter;
  readonly sort: RoomSort;
}

/**
 * The chosen view of the list. What it shows is no state: all held rooms that pass its filter (`listedRooms`), so that it has pages
 * of its own, and no ids. All rooms by activity are `RoomList`'s.
 */
export interface Listing extends RoomView {
  /** Pages loaded of this view. */
  readonly page: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
  /** Whether the last page has come. */
  readonly isEnded: boolean;
  /** The open room where it passed the filter when it was opened. */
  readonly pinnedRoomId: RoomId | null;
  /** What the server's counts are beyond the held rooms (LIST-6); null before it has said. */
  readonly elsewhere: RoomCounts | null;
  /** Whether something has happened since that may change the counts, and whether they were requested just now. */
  readonly isStale: boolean;
  readonly isThrottled: boolean;
}

/** The open room. Its index in the list (`selectedRoom`) is derived: `selectedIndex` (WEB-3). */
export type OpenRoom =
  | { readonly phase: "none" }
  | { readonly phase: "opening"; readonly roomRef: string }
  /** Staff followed a link to join (SEC-11): the room opens where they may see it, else they are asked; so is who has left (ROOM-11). */
  | { readonly phase: "looking" | "asking"; readonly roomRef: string }
  | { readonly phase: "open"; readonly roomId: RoomId }
  /** `isAsked`: the person asked to join, so that another attempt joins too, without asking again (SEC-11). */
  | { readonly phase: "failed"; readonly roomRef: string; readonly error: CallError; readonly isAsked: boolean };

/** A room being joined while another stays open (ROOM-9), by its name. */
type Joining =
  | { readonly phase: "none" }
  | { readonly phase: "busy"; readonly roomRef: string }
  | { readonly phase: "failed"; readonly roomRef: string; readonly error: CallError };

/** The stage of leaving a room (ROOM-8): it can be undone, or the server was asked. */
type Leaving = "waiting" | "sent";

export interface RoomsState {
  readonly rooms: RoomList;
  readonly listing: Listing;
  readonly openRoom: OpenRoom;
  readonly joining: Joining;
  /** The rooms being left. */
  readonly leaving: Readonly<Record<RoomId, Leaving>>;
  /** The names of the rooms left last since the page opened, at most `leftMax` (ROOM-11). */
  readonly left: readonly string[];
}

export interface RoomsEvents {
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": {
    readonly rooms: readonly Room[];
    readonly total: number;
    readonly page: number;
    /** What the server counts when a filter is asked for. */
    readonly counts?: RoomCounts;
  };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/view-chosen": { readonly view: RoomView };
  "rooms/view-loaded": {
    readonly view: RoomView;
    readonly page: number;
    readonly rooms: readonly Room[];
    /** What the server counts when a filter is asked for. */
    readonly counts?: RoomCounts;
  };
  "rooms/view-failed": { readonly view: RoomView; readonly error: CallError };
  /** Something has happened that may change the counts. */
  "rooms/counts-changed": Nothing;
  /** The pause after counts were requested is over. */
  "rooms/recount-due": Nothing;
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/unread-failed": { readonly error: CallError };
  "rooms/room-fetched": { readonly room: Room };
  /** A requested room failed; a later request may succeed. */
  "rooms/fetch-failed": { readonly roomId: RoomId; readonly error: CallError };
  "rooms/room-gone": { readonly roomId: RoomId };
  /** A visitor's room is no longer open (VISIT-2). */
  "rooms/visit-ended": { readonly roomId: RoomId };
  /** Back to the list. */
  "room/close-asked": Nothing;
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly roomRef: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly roomRef: string; readonly room: Room };
  "room/joined": { readonly roomRef: string; readonly room: Room };
  "room/join-failed": { readonly roomRef: string; readonly error: CallError };
  /** The person has left the question about joining. */
  "room/join-dropped": Nothing;
  "room/leave-asked": { readonly roomId: RoomId };
  "room/leave-undone": { readonly roomId: RoomId };
  /** The time to undo is over. */
  "room/leave-due": { readonly roomId: RoomId };
  "room/left": { readonly roomId: RoomId };
  "room/leave-failed": { readonly roomId: RoomId; readonly error: CallError };
  "room/open-failed": { readonly roomRef: string; readonly error: CallError };
}

/** For other slices alone. */
interface RoomsNews {
  /** The list no longer holds the room: every slice forgets it. */
  "rooms/removed": { readonly roomId: RoomId };
}

export interface RoomsEffects {
  "call-rooms-page": { readonly page: number };
  /** A page of a view with what each filter counts. */
  "call-view-page": { readonly view: RoomView; readonly page: number };
  /** The choice is remembered on the device. */
  "save-room-view": { readonly view: RoomView };
  "restore-room-view": Nothing;
  "call-unread": Nothing;
  /** Fetches a room to open it. */
  "call-view-room": { readonly roomRef: string };
  /** Fetches a room for the list. */
  "call-fetch-room": { readonly roomId: RoomId };
  "call-join-room": { readonly roomRef: string };
  "call-leave-room": { readonly roomId: RoomId };
  /** Badge and title of the window; 0 clears both. */
  "show-unread": { readonly total: number };
}

export interface RoomsCommands {
  /** The next page of the room list, also after a failure; does nothing while one is loading. */
  readonly loadMoreRooms: () => void;
  readonly chooseRoomView: (view: RoomView) => void;
  /** Opens a listed room; the address follows (back leads to the list). */
  readonly selectRoom: (roomId: RoomId) => void;
  /** Back to the list. */
  readonly closeRoom: () => void;
  /** Joins by offer number or room name, then opens it (ROOM-9); what goes wrong is in `state.joining`. */
  readonly joinRoom: (roomRef: string) => void;
  /** Drops a requested join and its failure; its answer opens nothing any more. */
  readonly dropJoin: () => void;
  /** Hides the room at once, and leaves it on the server unless undone in time (ROOM-8). */
  readonly leaveRoom: (roomId: RoomId) => void;
  readonly retryOpenRoom: () => void;
}
