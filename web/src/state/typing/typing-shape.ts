import type { Participant, RoomId } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends TypingState {}
  interface AppEvents extends TypingEvents {}
}

export interface TypingState {
  readonly typing: Readonly<Record<RoomId, readonly Participant[]>>;
  /** When this page last whispered typing in a room, ms since the epoch. */
  readonly whisperedAt: Readonly<Record<RoomId, number>>;
}

export interface TypingEvents {
  "typing/whispered": { readonly roomId: RoomId; readonly person: Participant };
  "typing/expired": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
}
