import type { PressPoint } from "../alerts/alerts-state.ts";
import type { CallError, Me, RoomId } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
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
  /** `from` is the `seq` of the first message marked unread, or null to remove the mark. `isByOpening` is true if opening the room removed it. */
  | { readonly kind: "mark"; readonly roomId: RoomId; readonly from: number | null; readonly isByOpening: boolean };

/** An unanswered wish. `sent` is the wish in flight, or null if the wish must be sent again. */
interface Wished {
  readonly wish: OwnRoomWish;
  readonly sent: OwnRoomWish | null;
  readonly at: PressPoint | null;
}

export interface OwnRoomsState {
  readonly ownRoomWishes: Readonly<Record<string, Wished>>;
  /** LIST-8: names of the rooms last opened on this device, newest first; null until read. */
  readonly lastOpened: readonly string[] | null;
}

export interface OwnRoomsEvents {
  "own-rooms/wished": { readonly wish: OwnRoomWish; readonly at?: PressPoint | null };
  "own-rooms/answered": { readonly key: string; readonly me: Me };
  "own-rooms/last-opened-known": { readonly names: readonly string[] };
  "own-rooms/work-asked": Nothing;
  "own-rooms/failed": { readonly key: string; readonly error: CallError };
  /** Marks a room unread from its newest message on, or marks it read to its end and removes the mark. */
  "own-rooms/read-wished": { readonly roomId: RoomId; readonly isRead: boolean; readonly at?: PressPoint | null };
}

interface OwnRoomsNews {
  /** The pins changed, here or on the server; the rooms in `unpinned` are no longer pinned. */
  "own-rooms/pins-changed": { readonly unpinned: readonly RoomId[] };
}

export interface OwnRoomsEffects {
  "call-arrange-room": { readonly key: string; readonly wish: OwnRoomWish };
  /** A room was opened, which removes its mark, unless the page was only reloaded there (ORDER-4b). */
  "note-opened": { readonly roomId: RoomId };
  "load-last-opened": Nothing;
}
