import type { RoomList } from "../state/chat-state.ts";
import type { Room, RoomId } from "../state/entities.ts";

/** LIST-2: the list with this room; one that was absent comes first and counts once, one that is held keeps its place. */
export function withRoom(list: RoomList, room: Room): RoomList {
  const { [room.id]: _counted, ...unreadElsewhere } = list.unreadElsewhere;
  const byId = { ...list.byId, [room.id]: newerOf(list.byId[room.id], room) };
  return list.order.includes(room.id)
    ? { ...list, byId, unreadElsewhere }
    : { ...list, byId, unreadElsewhere, order: [room.id, ...list.order], total: list.total + 1 };
}

/** LIST-2: the list with a loaded page; only unseen rooms are appended, total and page are stored. */
export function withPage(
  list: RoomList,
  { rooms, total, page }: { rooms: readonly Room[]; total: number; page: number },
): RoomList {
  const unseen = rooms.map((room) => room.id).filter((id) => !list.order.includes(id));
  return {
    ...list,
    ...merged(list, rooms),
    order: [...list.order, ...new Set(unseen)],
    total,
    page,
    phase: "ready",
    error: null,
  };
}

/**
 * The list after a time of not listening: page 1 on top in its order. Later pages are asked for again, since rooms may
 * have moved between them; what is held stays until then.
 */
export function refreshed(list: RoomList, rooms: readonly Room[], total: number): RoomList {
  const top = rooms.map((room) => room.id);
  const rest = list.order.filter((id) => !top.includes(id));
  return {
    ...list,
    ...merged(list, rooms),
    order: [...top, ...rest],
    total: Math.max(total, top.length),
    page: 1,
    phase: "ready",
    error: null,
  };
}

/** The list without a room; the total decreases. */
export function withoutRoom(list: RoomList, roomId: RoomId): RoomList {
  const { [roomId]: gone, ...byId } = list.byId;
  if (!gone) return list;
  return {
    ...list,
    byId,
    order: list.order.filter((id) => id !== roomId),
    total: Math.max(0, list.total - 1),
  };
}

/** The list with a room changed in its place; the same list where nothing changed. */
export function updated(list: RoomList, roomId: RoomId, change: Partial<Room>): RoomList {
  const room = list.byId[roomId];
  if (!room) return list;
  return { ...list, byId: { ...list.byId, [roomId]: { ...room, ...change } } };
}

/** LIST-1: the list with a room at its top. */
export const movedToTop = (list: RoomList, roomId: RoomId): RoomList =>
  list.order[0] === roomId ? list : { ...list, order: [roomId, ...list.order.filter((id) => id !== roomId)] };

function merged(list: RoomList, rooms: readonly Room[]): Pick<RoomList, "byId" | "unreadElsewhere"> {
  const byId: Record<RoomId, Room> = { ...list.byId };
  const unreadElsewhere: Record<RoomId, number> = { ...list.unreadElsewhere };
  for (const room of rooms) {
    byId[room.id] = newerOf(byId[room.id], room);
    delete unreadElsewhere[room.id];
  }
  return { byId, unreadElsewhere };
}

/** A fetched room against the one held: an answer that was read before the newest event must not turn it back. */
function newerOf(held: Room | undefined, fetched: Room): Room {
  if (!held || held.epoch !== fetched.epoch || fetched.lastSeq >= held.lastSeq) {
    return held && held.epoch === fetched.epoch && held.readSeq > fetched.readSeq
      ? { ...fetched, readSeq: held.readSeq, unreadCount: Math.min(held.unreadCount, fetched.unreadCount) }
      : fetched;
  }
  const { lastMessage, lastSeq, unreadCount, readSeq, updatedAt } = held;
  return { ...fetched, lastMessage, lastSeq, unreadCount, readSeq, updatedAt };
}
