import { isSamePerson, me } from "../../state/selectors.ts";
import type { Participant, RoomId } from "../../state/entities.ts";
import type { AppState } from "../../state/shape.ts";
import { changed, type Handlers } from "../../state/transition.ts";

/** Presence (HERE-1): people, not their sockets. */
export const presenceHandlers: Handlers<
  "presence/here" | "presence/joining" | "presence/leaving" | "connection/away-long" | "rooms/removed"
> = {
  "connection/away-long": (state) => changed(state.connection.ownChannel === "held" ? state : { ...state, online: {} }),

  "rooms/removed": (state, { roomId }) => {
    const { [roomId]: _people, ...online } = state.online;
    return changed({ ...state, online });
  },

  "presence/here": (state, { roomId, people }) => changed({ ...state, online: { ...state.online, [roomId]: people } }),

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
};

/** The others present in a room. */
export function othersHere(state: AppState, roomId: RoomId): readonly Participant[] {
  const self = me(state);
  return (state.online[roomId] ?? []).filter((person) => !isSamePerson(person, self));
}
