import { type Me, noOwnRooms, type OwnRooms, type RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";

/** The result is cached by person and wishes, since every row of the room list reads it. */
const known = new WeakMap<Me, { readonly wishes: AppState["ownRoomWishes"]; readonly rooms: OwnRooms }>();

/** ORDER-3: the person's rooms as the server has them, with unanswered wishes overlaid. */
export function ownRooms(state: AppState): OwnRooms {
  const { session, ownRoomWishes: wishes } = state;
  if (session.phase === "signed-out") return noOwnRooms;
  const self = session.me;
  const before = known.get(self);
  if (before?.wishes === wishes) return before.rooms;
  const rooms = Object.values(wishes).reduce(wished, self.rooms);
  known.set(self, { wishes, rooms });
  return rooms;
}

function wished(rooms: OwnRooms, { wish }: AppState["ownRoomWishes"][string]): OwnRooms {
  const { roomId } = wish;
  if (wish.kind !== "mark") {
    const ids = rooms[wish.kind];
    if (ids.includes(roomId) === wish.isWanted) return rooms;
    return { ...rooms, [wish.kind]: wish.isWanted ? [...ids, roomId] : ids.filter((id) => id !== roomId) };
  }
  const others = rooms.unread.filter(({ id }) => id !== roomId);
  return { ...rooms, unread: wish.from === null ? others : [...others, { id: roomId, seq: wish.from }] };
}

export const isPinned = (state: AppState, roomId: RoomId): boolean => ownRooms(state).pinned.includes(roomId);
export const isMuted = (state: AppState, roomId: RoomId): boolean => ownRooms(state).muted.includes(roomId);

/** ORDER-4: the `seq` from which the person marked a room unread; null if unmarked. */
export const markOf = (state: AppState, roomId: RoomId): number | null =>
  ownRooms(state).unread.find(({ id }) => id === roomId)?.seq ?? null;

export function pinnedFirst(order: readonly RoomId[], pinned: OwnRooms["pinned"]): readonly RoomId[] {
  if (pinned.length === 0) return order;
  const there = new Set(order);
  const top = new Set(pinned.filter((id) => there.has(id)));
  return top.size === 0 ? order : [...top, ...order.filter((id) => !top.has(id))];
}
