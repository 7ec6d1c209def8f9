import type { AppState } from "../state/shape.ts";
import type { Message } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";

/** Names of those who have read an own message; null where all others have. */
export function someReaders(state: AppState, message: Pick<Message, "roomId" | "seq">): string | null {
  const room = state.rooms.byId[message.roomId];
  const others = room?.members.filter((member) => !isSamePerson(member, me(state))) ?? [];
  const readers = others.filter(({ id }) => (room?.readSeqs[id] ?? 0) >= message.seq);
  const isAll = readers.length === others.length && room?.members.length === room?.membersTotal;
  return isAll && others.length > 0 ? null : readers.map(({ name }) => name).join(", ");
}

/** Whether another person read an own message. */
export const isReadByOthers = (state: AppState, message: Pick<Message, "roomId" | "seq">): boolean =>
  (state.rooms.byId[message.roomId]?.othersReadSeq ?? 0) >= message.seq;
