import type { AppState } from "../state/shape.ts";
import type { Message } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";

/** Names of those who have read an own message; null where all others have. */
export function someReaders(state: AppState, message: Pick<Message, "roomId" | "seq">): string | null {
  const room = state.rooms.byId[message.roomId];
  const others = room?.members.filter((member) => !isSamePerson(member, me(state))) ?? [];
  const readers = others.filter(({ id }) => (room?.readSeqs[id] ?? 0) >= message.seq);
  const isAll = readers.length === others.length && room?.members.length === room?.membersTotal;
  if (isAll && others.length > 0) return null;
  const unnamed = unnamedReaders(state, message).flatMap((id) => state.named[id] ?? []);
  return [...readers, ...unnamed].map(({ name }) => name).join(", ");
}

/** USR-2c: readers by id, where a room has more members than are named in it. */
export function unnamedReaders(state: AppState, { roomId, seq }: Pick<Message, "roomId" | "seq">): readonly number[] {
  const room = state.rooms.byId[roomId];
  if (!room || room.members.length >= room.membersTotal) return nobody;
  const known = new Set([me(state)?.id, ...room.members.map(({ id }) => id)]);
  const ids = Object.keys(room.readSeqs).map(Number);
  return ids.filter((id) => !known.has(id) && (room.readSeqs[id] ?? 0) >= seq).slice(0, unnamedMax);
}

/** Most of them whose names are looked up: more fit no tooltip. */
const unnamedMax = 30;
const nobody: readonly number[] = [];

/** Whether another person read an own message. */
export const isReadByOthers = (state: AppState, message: Pick<Message, "roomId" | "seq">): boolean =>
  (state.rooms.byId[message.roomId]?.othersReadSeq ?? 0) >= message.seq;
