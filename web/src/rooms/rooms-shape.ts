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
    "room.gone": true;
    "room.left": true;
    "room.leaveFailed": true;
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

/** A room that is being joined while another stays on screen (ROOM-9), by its name. */
export type Joining =
  | { readonly phase: "none" }
  | { readonly phase: "busy"; readonly chat: string }
  | { readonly phase: "failed"; readonly chat: string; readonly error: CallError };

/** How far leaving a room has come (ROOM-8): the undo runs out, is held open by a hand on its toast, or the server has been told. */
export type Leaving = "waiting" | "held" | "sent";

export interface RoomsState {
  readonly rooms: RoomList;
  readonly openRoom: OpenRoom;
  readonly joining: Joining;
  /** The rooms that the person is leaving. */
  readonly leaving: Readonly<Record<RoomId, Leaving>>;
}

export interface RoomsEvents {
  "rooms/more-asked": Nothing;
  "rooms/page-loaded": { readonly rooms: readonly Room[]; readonly total: number; readonly page: number };
  "rooms/page-failed": { readonly error: CallError };
  "rooms/unread-loaded": { readonly unread: Readonly<Record<RoomId, number>> };
  "rooms/room-fetched": { readonly room: Room };
  "rooms/room-gone": { readonly roomId: RoomId };
  /** The list holds the room no longer: every slice forgets what it knows of it. */
  "rooms/removed": { readonly roomId: RoomId };
  "room/selected": { readonly roomId: RoomId };
  "room/join-asked": { readonly chat: string };
  "room/retry-asked": Nothing;
  "room/viewed": { readonly chat: string; readonly room: Room };
  "room/joined": { readonly chat: string; readonly room: Room };
  "room/join-failed": { readonly chat: string; readonly error: CallError };
  /** Whoever asked to join has gone away from the question. */
  "room/join-dropped": Nothing;
  "room/leave-asked": { readonly roomId: RoomId };
  /** Nobody has undone it in time. */
  "room/leave-due": { readonly roomId: RoomId };
  "room/left": { readonly roomId: RoomId };
  "room/leave-failed": { readonly roomId: RoomId; readonly error: CallError };
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
  "call-leave-room": { readonly roomId: RoomId };
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
  /** Joins by offer number or room name, then opens it (ROOM-9); what goes wrong is in `state.joining`. */
  readonly joinRoom: (chat: string) => void;
  /** Forgets a join that was asked for and its failure; what comes of it opens nothing any more. */
  readonly dropJoin: () => void;
  /** Hides the room at once, and tells the server when nobody has undone it in time (ROOM-8). */
  readonly leaveRoom: (roomId: RoomId) => void;
  readonly retryOpenRoom: () => void;
}
