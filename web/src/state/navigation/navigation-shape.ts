import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends NavigationState {}
  interface AppEvents extends NavigationEvents {}
  interface AppEffects extends NavigationEffects {}
  interface Commands extends NavigationCommands {}
}

/** What the address of a room may add: the message to show it around, by its `seq` (OLDER-5). */
interface RoomRoute {
  /** A room's name or offer number as the address has it. */
  readonly roomRef: string;
  readonly messageSeq?: number;
}

/** Where the address leads. */
export type Route =
  | { readonly kind: "starting" }
  | { readonly kind: "home" }
  /** The results of a search; its words are in the history alone (FIND-3l). */
  | { readonly kind: "search" }
  | ({ readonly kind: "join" } & RoomRoute)
  | ({ readonly kind: "view" } & RoomRoute)
  /** The target after signing in: a path of ours, checked (GUARD-2). */
  | { readonly kind: "login"; readonly from: string }
  /** About accounts (WEB-7). */
  | { readonly kind: "register"; readonly from: string }
  /** Who was invited chooses a password (SIGN-4). */
  | { readonly kind: "invite" }
  /** Accounts, the audit log and the installation, for who manages or sees them (ADM-7). */
  | { readonly kind: "admin" }
  | { readonly kind: "logout" }
  | { readonly kind: "not-found" };

export interface NavigationState {
  readonly route: Route;
  /** Whether the room list shows beside the messages, where both fit. */
  readonly isRoomListVisible: boolean;
  /** LIST-7a */
  readonly isRoomListCompact: boolean;
}

export interface NavigationEvents {
  /** The address changed, by us, by a link or by the back button; `entry` is what its entry in the history holds. */
  "address/arrived": { readonly path: string; readonly search: string; readonly entry?: unknown };
  "address/asked": { readonly path: string };
  "navigation/room-list-toggled": Nothing;
  "navigation/room-list-compacted": Nothing;
}

export interface NavigationEffects {
  navigate: { readonly to: string; readonly replace: boolean; readonly entry?: unknown };
  /** Back to where that lies in the history, else there in the place of this page (BACK-1b). */
  "navigate-back": { readonly to: string };
  "save-room-list-visible": { readonly isVisible: boolean };
  "save-room-list-compact": { readonly isCompact: boolean };
}

export interface NavigationCommands {
  /** Goes to a path of ours, `paths.view(room.name)` for example. */
  readonly goTo: (path: string) => void;
  readonly toggleRoomList: () => void;
  readonly toggleCompactRooms: () => void;
}
