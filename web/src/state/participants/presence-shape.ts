import type { Participant, RoomId } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends PresenceState {}
  interface AppEvents extends PresenceEvents {}
}

export interface PresenceState {
  readonly online: Readonly<Record<RoomId, readonly Participant[]>>;
}

export interface PresenceEvents {
  "presence/here": { readonly roomId: RoomId; readonly people: readonly Participant[] };
  "presence/joining": { readonly roomId: RoomId; readonly person: Participant };
  "presence/leaving": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
}
