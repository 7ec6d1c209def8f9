import { typingTimeoutMs } from "@cuplaj/protocol/limits.ts";
import type { ChatState } from "../state/shape.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { changed, type Handlers } from "../state/transition.ts";

/** Transitions of typing (TYPE-1): each person is kept by id and kind, since two may have one name. */
export const typingHandlers: Handlers<"typing/whispered" | "typing/expired"> = {
  "typing/whispered": (state, { roomId, person }) => {
    if (isSamePerson(person, me(state))) return changed(state);
    const people = state.typing[roomId] ?? [];
    const isKnown = people.some((other) => isSamePerson(other, person));
    const typing = isKnown ? state.typing : { ...state.typing, [roomId]: [...people, person] };
    return changed(isKnown ? state : { ...state, typing }, [
      {
        type: "dispatch-later",
        key: `typing:${roomId}:${person.kind}:${person.id}`,
        delayMs: typingTimeoutMs,
        event: { type: "typing/expired", roomId, person },
      },
    ]);
  },

  "typing/expired": (state, { roomId, person }) => changed(withoutTyping(state, roomId, person)),
};

/** The state in which this person does not type here; the same state when they did not. */
export function withoutTyping(state: ChatState, roomId: RoomId, person: Pick<Participant, "id" | "kind">): ChatState {
  const people = state.typing[roomId] ?? [];
  const rest = people.filter((other) => !isSamePerson(other, person));
  return rest.length === people.length ? state : { ...state, typing: { ...state.typing, [roomId]: rest } };
}
