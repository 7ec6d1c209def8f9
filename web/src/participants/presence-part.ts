import type { PresenceEvents, PresenceState } from "../state/participants/presence-shape.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";

/** HERE-1: the presence of people, however many connections each has. */
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
