import { isSamePerson } from "../state/selectors.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import type { Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";

declare module "../state/shape.ts" {
  interface AppState extends PresenceState {}
  interface AppEvents extends PresenceEvents {}
}

interface PresenceState {
  readonly online: Readonly<Record<RoomId, readonly Participant[]>>;
}

interface PresenceEvents {
  "presence/here": { readonly roomId: RoomId; readonly people: readonly Participant[] };
  "presence/joining": { readonly roomId: RoomId; readonly person: Participant };
  "presence/leaving": { readonly roomId: RoomId; readonly person: Pick<Participant, "id" | "kind"> };
}

/** HERE-1: people, not their sockets. */
export const presencePart: Part<PresenceState, PresenceEvents> = {
  initial: { online: {} },
  handlers: {
    "connection/away-long": (state) =>
      changed(state.connection.ownChannel === "held" ? state : { ...state, online: {} }),

    "rooms/removed": (state, { roomId }) => {
      const { [roomId]: _people, ...online } = state.online;
      return changed({ ...state, online });
    },

    "presence/here": (state, { roomId, people }) =>
      changed({ ...state, online: { ...state.online, [roomId]: people } }),

    "presence/joining": (state, { roomId, person }) => {
      const people = state.online[roomId] ?? [];
      return people.some((other) => isSamePerson(other, person))
        ? changed(state)
        : changed({ ...state, online: { ...state.online, [roomId]: [...people, person] } });
    },

    "presence/leaving": (state, { roomId, person }) => {
      const people = (state.online[roomId] ?? []).filter((other) => !isSamePerson(other, person));
      return changed({ ...state, online: { ...state.online, [roomId]: people } });
    },
  },
};
