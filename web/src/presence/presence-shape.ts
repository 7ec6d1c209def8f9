import type { Participant, RoomId } from "../state/entities.ts";
import type { ro } from "./ro.ts";
import type { ro as roomRo } from "./room-ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends PresenceState {}
  interface AppEvents extends PresenceEvents {}
  interface Words extends PresenceWords {}
}
type PresenceWords = typeof ro & typeof roomRo;

export interface PresenceState {
  readonly online: Readonly<Record<RoomId, readonly Participant[]>>;
}

export interface PresenceEvents {
  "presence/here": { readonly roomId: RoomId; readonly people: readonly Participant[] };
  "presence/joining": { readonly roomId: RoomId; readonly person: Participant };
  "presence/leaving": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
}
