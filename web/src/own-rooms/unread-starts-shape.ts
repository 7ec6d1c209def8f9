import type { RoomId } from "../state/entities.ts";

declare module "../state/shape.ts" {
  interface AppState extends UnreadStartsState {}
  interface AppEvents extends UnreadStartsEvents {}
  interface AppEffects extends UnreadStartsEffects {}
}

export interface UnreadStartsState {
  /** Where a room's unread messages began when it was opened, until its end is reached or the person answers (READ-3). */
  readonly unreadStarts: Readonly<Record<RoomId, number>>;
}

export interface UnreadStartsEvents {
  /** The person's, as this device stored them (READ-3a). */
  "unread-starts/loaded": UnreadStartsState;
}

export interface UnreadStartsEffects {
  "save-unread-start": { readonly roomId: RoomId; readonly seq: number | null };
}
