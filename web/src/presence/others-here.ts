import type { ChatState } from "../state/shape.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";

/** Everybody present in a room but oneself. */
export function othersHere(state: ChatState, roomId: RoomId): readonly Participant[] {
  const self = me(state);
  return (state.online[roomId] ?? []).filter((person) => !isSamePerson(person, self));
}
