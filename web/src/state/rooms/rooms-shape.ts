import type { RoomCounts, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import type { CallError, Room, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends RoomsState {}
  interface AppEvents extends RoomsEvents, RoomsNews {}
  interface AppEffects extends RoomsEffects {}
  interface AlertKeys extends Record<`room.${"gone" | "left" | "leaveFailed" | "leaveOffline"}`, true> {}
}

/** `order` holds ids, newest activity first. */
export interface RoomList {
  readonly byId: Readonly<Record<RoomId, Room>>;
  readonly order: readonly RoomId[];
  readonly total: number;
  readonly page: number;
  /** `idle` before the first page, and after the last one if rooms are missing: no more pages are then requested automatically. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly error: CallError | null;
  readonly unreadElsewhere: Readonly<Record<RoomId, number>>;
}

export interface RoomView {
  readonly filter: RoomFilter;
  readonly sort: RoomSort;
}

/** A view of the list. Its rooms are derived: all loaded ones that pass its filter (`listedRooms`). `RoomList` holds all rooms by activity. */
export interface Listing extends RoomView {
  readonly page: number;
  readonly phase: "loading" | "ready" | "failed";
  readonly error: CallError | null;
  readonly isEnded: boolean;
  readonly pinnedRoomId: RoomId | null;
  /** The server's counts of rooms that are not loaded (LIST-6); null until the server responds. */
  readonly elsewhere: RoomCounts | null;
  /** `isStale` if the counts may have changed since, `isThrottled` if they were just requested. */
  readonly isStale: boolean;
  readonly isThrottled: boolean;
}

export type OpenRoom =
  | { readonly phase: "none" }
  | { readonly phase: "opening"; readonly roomRef: string }
  /** At a join link, the room opens for staff who may see it (SEC-11); other staff are asked, and so is anyone who has left (ROOM-11). */
  | { readonly phase: "looking" | "asking"; readonly roomRef: string }
  | { readonly phase: "open"; readonly roomId: RoomId }
  /** `isAsked` is true if the person asked to join, so that a retry joins without asking again (SEC-11). */
  | { readonly phase: "failed"; readonly roomRef: string; readonly error: CallError; readonly isAsked: boolean };

type Joining =
  | { readonly phase: "none" }
  | { readonly phase: "busy"; readonly roomRef: string }
  | { readonly phase: "failed"; readonly roomRef: string; readonly error: CallError };

type Leaving = "waiting" | "sent";

export interface RoomsState {
  readonly rooms: RoomList;
  readonly listing: Listing;
  readonly openRoom: OpenRoom;
  readonly joining: Joining;
  readonly leaving: Readonly<Record<RoomId, Leaving>>;
  /** Names of the rooms that the person has left since the page opened, at most `leftMax` (ROOM-11). */
  readonly left: readonly string[];
}

interface LoadedPage {
  readonly rooms: readonly Room[];
  readonly page: number;
  readonly counts?: RoomCounts;
}

export interface RoomsEvents {
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": LoadedPage & { readonly total: number };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/view-chosen": { readonly view: RoomView };
  "rooms/view-loaded": LoadedPage & { readonly view: RoomView };
  "rooms/view-failed": { readonly view: RoomView; readonly error: CallError };
  "rooms/counts-changed": Nothing;
  "rooms/recount-due": Nothing;
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/unread-failed": { readonly error: CallError };
  "rooms/room-fetched": { readonly room: Room };
  "rooms/fetch-failed": { readonly roomId: RoomId; readonly error: CallError };
  "rooms/room-gone": { readonly roomId: RoomId };
  "rooms/visit-ended": { readonly roomId: RoomId };
  "room/close-asked": Nothing;
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly roomRef: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly roomRef: string; readonly room: Room };
  "room/joined": { readonly roomRef: string; readonly room: Room };
  "room/join-failed": { readonly roomRef: string; readonly error: CallError };
  "room/join-dropped": Nothing;
  "room/leave-asked": { readonly roomId: RoomId };
  "room/leave-undone": { readonly roomId: RoomId };
  "room/leave-due": { readonly roomId: RoomId };
  "room/left": { readonly roomId: RoomId };
  "room/leave-failed": { readonly roomId: RoomId; readonly error: CallError };
  "room/open-failed": { readonly roomRef: string; readonly error: CallError };
}

interface RoomsNews {
  /** The list no longer has the room, so every slice forgets it. */
  "rooms/removed": { readonly roomId: RoomId };
}

export interface RoomsEffects {
  "call-rooms-page": { readonly page: number };
  "call-view-page": { readonly view: RoomView; readonly page: number };
  "save-room-view": { readonly view: RoomView };
  "restore-room-view": Nothing;
  "call-unread": Nothing;
  "call-view-room": { readonly roomRef: string };
  "call-fetch-room": { readonly roomId: RoomId };
  "call-join-room": { readonly roomRef: string };
  "call-leave-room": { readonly roomId: RoomId };
  "show-unread": { readonly total: number };
}
