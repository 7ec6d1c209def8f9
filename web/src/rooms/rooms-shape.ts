import type { CallError, Room, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends RoomsState {}
  interface ChatEvents extends RoomsEvents {}
  interface ChatEffects extends RoomsEffects {}
  interface Commands extends RoomsCommands {}
  interface Words extends RoomsWords {}
  interface AlertKeys {
    "room.left": true;
  }
}
type RoomsWords = typeof ro;

/** The list of rooms. `order` holds ids, newest activity first. */
export interface RoomList {
  readonly byId: Readonly<Record<RoomId, Room>>;
  readonly order: readonly RoomId[];
  readonly total: number;
  readonly page: number;
  /** Idle before the first page, and where the pages have ended with rooms missing: nothing more is asked for by itself. */
  readonly phase: "idle" | "loading" | "ready" | "failed";
  readonly error: CallError | null;
  /** Unread counts of rooms on pages that are not loaded yet, so that the total is right. */
  readonly unreadElsewhere: Readonly<Record<RoomId, number>>;
}

/** The conversation on screen. The room's index in the list (`selectedRoom`) is derived: `selectedIndex` (WEB-3). */
export type OpenRoom =
  | { readonly phase: "none" }
  | { readonly phase: "opening"; readonly chat: string }
  /** Staff came by a link to join (SEC-11): the conversation opens where they may see it, else they are asked. */
  | { readonly phase: "looking" | "asking"; readonly chat: string }
  | { readonly phase: "open"; readonly roomId: RoomId }
  /** `isAsked`: the person asked to join, so that another attempt joins as well, without asking again (SEC-11). */
  | { readonly phase: "failed"; readonly chat: string; readonly error: CallError; readonly isAsked: boolean };

export interface RoomsState {
  readonly rooms: RoomList;
  readonly openRoom: OpenRoom;
}

export interface RoomsEvents {
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": { readonly rooms: readonly Room[]; readonly total: number; readonly page: number };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/room-fetched": { readonly room: Room };
  "rooms/room-gone": { readonly roomId: RoomId };
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly chat: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly chat: string; readonly room: Room };
  "room/joined": { readonly chat: string; readonly room: Room };
  "room/open-failed": { readonly chat: string; readonly error: CallError };
}

export interface RoomsEffects {
  "call-rooms-page": { readonly page: number };
  "call-unread": Nothing;
  /** Fetches a room to open it. */
  "call-view-room": { readonly chat: string };
  /** Fetches a room for the list. */
  "call-fetch-room": { readonly roomId: RoomId };
  "call-join-room": { readonly chat: string };
  /** Badge and title of the window; 0 clears both. */
  "show-unread": { readonly total: number };
}

export interface RoomsCommands {
  /** The next page of the room list, also after a failure; does nothing while one is loading. */
  readonly loadMoreRooms: () => void;
  /** Opens a listed room; the address follows (back leads to the list). */
  readonly selectRoom: (roomId: RoomId) => void;
  /** Back to the list. */
  readonly closeRoom: () => void;
  /** Joins by offer number or room name and opens it; what goes wrong is in `state.openRoom`. */
  readonly joinRoom: (chat: string) => void;
  readonly retryOpenRoom: () => void;
}
