import type { Part } from "../../state/part.ts";
import { presenceHandlers } from "./presence-state.ts";
import type { Participant, RoomId } from "../../state/entities.ts";

declare module "../../state/shape.ts" {
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

export const presencePart: Part<PresenceState, PresenceEvents> = {
  initial: { online: {} },
  handlers: presenceHandlers,
};
