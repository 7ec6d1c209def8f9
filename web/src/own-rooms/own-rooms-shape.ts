import type { PressPoint } from "../state/alerts/alerts-state.ts";
import type { CallError, Me, RoomId } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends OwnRoomsState {}
  interface AppEvents extends OwnRoomsEvents, OwnRoomsNews {}
  interface AppEffects extends OwnRoomsEffects {}
  interface AlertKeys {
    "actions.refused.noAnswer": true;
    "ownRooms.failed": true;
    "ownRooms.offline": true;
    "ownRooms.pinsFull": true;
  }
}

export type OwnRoomWish =
  | { readonly kind: "pinned" | "muted"; readonly roomId: RoomId; readonly isWanted: boolean }
  /** `from` is the `seq` of the first message marked unread; null ends the mark, `isByOpening` where the room was opened. */
  | { readonly kind: "mark"; readonly roomId: RoomId; readonly from: number | null; readonly isByOpening: boolean };

/** A wish that is not answered yet, and the one that was sent, null where that has to be done again. */
interface Wished {
  readonly wish: OwnRoomWish;
  readonly sent: OwnRoomWish | null;
  readonly at: PressPoint | null;
}

export interface OwnRoomsState {
  /** ORDER-3: what is wished and not answered yet, by kind and room. */
  readonly ownRoomWishes: Readonly<Record<string, Wished>>;
  /** LIST-8: the names of the rooms opened last on this device, the last one first; null until they are read. */
  readonly lastOpened: readonly string[] | null;
}

export interface OwnRoomsEvents {
  "own-rooms/wished": { readonly wish: OwnRoomWish; readonly at?: PressPoint | null };
  "own-rooms/answered": { readonly key: string; readonly me: Me };
  "own-rooms/last-opened-known": { readonly names: readonly string[] };
  /** LIST-8: the page shows what has to be done, and lacks rooms that the server may know of. */
  "own-rooms/work-asked": Nothing;
  "own-rooms/failed": { readonly key: string; readonly error: CallError };
  /** A room is marked from its newest message on, or is read to its end and no longer marked. */
  "own-rooms/read-wished": { readonly roomId: RoomId; readonly isRead: boolean; readonly at?: PressPoint | null };
}

interface OwnRoomsNews {
  /** Other rooms are on top, or the server has them there now; these are not any more. */
  "own-rooms/pins-changed": { readonly unpinned: readonly RoomId[] };
}

export interface OwnRoomsEffects {
  "call-arrange-room": { readonly key: string; readonly wish: OwnRoomWish };
  /** A room was opened: its mark ends, unless the page was only reloaded there (ORDER-4b). */
  "note-opened": { readonly roomId: RoomId };
  "load-last-opened": Nothing;
}
