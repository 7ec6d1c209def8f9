import type { RoomList } from "./rooms-shape.ts";
import { type Room, type RoomId, unknownCursor } from "../state/entities.ts";

/** LIST-2: the list with this room; a new one comes first and counts once, a listed one stays at its index. */
export function withRoom(list: RoomList, room: Room): RoomList {
  const { [room.id]: _counted, ...unreadElsewhere } = list.unreadElsewhere;
  const byId = { ...list.byId, [room.id]: withFetched(list.byId[room.id], room) };
  return list.byId[room.id] !== undefined
    ? { ...list, byId, unreadElsewhere }
    : { ...list, byId, unreadElsewhere, order: [room.id, ...list.order], total: list.total + 1 };
}

/** LIST-2: the list with a loaded page; only new rooms are appended, total and page are stored. */
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
 * The list with rooms of another view's page (LIST-5a). They are held, and counted in the total already; its order takes only those
 * that activity puts before its end, since behind that stands what its own pages bring.
 */
export function withHeld(list: RoomList, rooms: readonly Room[]): RoomList {
  const held = { ...list, ...merged(list, rooms) };
  const last = list.order.length < list.total ? list.order.at(-1) : undefined;
  const end = last === undefined ? null : (held.byId[last] ?? null);
  if (list.page === 0) return held;
  const unlisted = rooms.filter((room) => !list.order.includes(room.id) && (end === null || byActivity(room, end) < 0));
  return { ...held, order: unlisted.reduce((order, room) => inserted(held.byId, order, room), list.order) };
}

function inserted(byId: RoomList["byId"], order: readonly RoomId[], room: Room): readonly RoomId[] {
  const index = order.findIndex((id) => {
    const other = byId[id];
    return other !== undefined && byActivity(room, other) < 0;
  });
  return index < 0 ? [...order, room.id] : order.toSpliced(index, 0, room.id);
}

/** Newest activity first, as the server orders them. */
export function byActivity(a: Room, b: Room): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return b.id - a.id;
}

/** The rooms in the list that the person only views: the total has them, the server's does not. */
export const visitedCount = ({ byId }: RoomList): number =>
  Object.values(byId).filter(({ isMember }) => !isMember).length;

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

/** The list with a room changed at its index; the same list where nothing changed. */
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
    byId[room.id] = withFetched(byId[room.id], room);
    delete unreadElsewhere[room.id];
  }
  return { byId, unreadElsewhere };
}

/** The list in the server's order, newest activity first: after catching up, when rooms have overtaken each other. */
export function ordered(list: RoomList): RoomList {
  const activity = (id: RoomId): string => list.byId[id]?.updatedAt ?? "";
  const order = list.order.toSorted((a, b) => (activity(a) < activity(b) ? 1 : activity(a) > activity(b) ? -1 : 0));
  return { ...list, order };
}

/**
 * A fetched room merged with the held one. What is in the log comes by the log alone: an answer read earlier would set the room
 * back, and one read later would leave a gap in its messages.
 */
function withFetched(held: Room | undefined, fetched: Room): Room {
  if (!held || held.cursor === unknownCursor) return fetched;
  // ACT-10b: the log says who holds the room, and the answer alone how it came to its holder.
  const isSameHold = held.takeOver?.id === fetched.takeOver?.id && held.takeOver?.seq === fetched.takeOver?.seq;
  return { ...held, vehicle: fetched.vehicle, handedOver: isSameHold ? fetched.handedOver : held.handedOver };
}

/**
 * The order to show while a press on a row is likely: rows on screen stay, also where they no longer pass the filter, and new ones
 * wait at the end. Otherwise it is the newest order.
 */
export function stableOrder(shown: readonly RoomId[], newest: readonly RoomId[], isHeld: boolean): readonly RoomId[] {
  if (!isHeld) return newest;
  const known = new Set(shown);
  return [...shown, ...newest.filter((id) => !known.has(id))];
}
