import type { Me, Message, Participant, RoomId } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { has } from "./model-log.ts";
import { ana, signedInAna } from "./people.ts";

/** Tracks the messages after Ana's read marker that do not count as unread (ROOM-7). */
export function createUncounted() {
  let silenced: readonly Participant[] = [];
  return {
    counts: ({ author, isDeleted }: Message): boolean =>
      author !== null && !isSamePerson(author, ana) && !has(silenced, author) && !isDeleted,
    silence: (person: Participant, isSilenced: boolean): readonly Participant[] => {
      const others = silenced.filter((one) => !isSamePerson(one, person));
      silenced = isSilenced ? [...others, person] : others;
      return silenced;
    },
  };
}

export function createMarks() {
  let me = signedInAna;
  return {
    self: (): Me => me,
    mark: (id: RoomId, seq: number | null): Me => {
      const others = me.rooms.unread.filter((each) => each.id !== id);
      const unread = seq === null ? others : [...others, { id, seq }];
      me = { ...me, rooms: { ...me.rooms, unread }, version: me.version + 1 };
      return me;
    },
    atLeast: (id: RoomId): number => (me.rooms.unread.some((each) => each.id === id) ? 1 : 0),
  };
}
