import type { RoomList } from "./rooms-shape.ts";
import { type Room, type RoomId, unknownCursor } from "../entities.ts";

/** LIST-2: adds or updates a room; a new one comes first and is counted once, a listed one stays at its index. */
export function withRoom(list: RoomList, room: Room): RoomList {
  const { [room.id]: _counted, ...unreadElsewhere } = list.unreadElsewhere;
  const byId = { ...list.byId, [room.id]: withFetched(list.byId[room.id], room) };
  return list.byId[room.id] !== undefined
    ? { ...list, byId, unreadElsewhere }
    : { ...list, byId, unreadElsewhere, order: [room.id, ...list.order], total: list.total + 1 };
}

/** LIST-2: adds a page; the first page orders its rooms. ORDER-1: a room older than the last one of its page is listed because it is pinned. */
export function withPage(
  list: RoomList,
  { rooms, total, page }: { rooms: readonly Room[]; total: number; page: number },
  pinned: readonly RoomId[],
): RoomList {
  const last = rooms.at(-1);
  const cameAsPinned = (room: Room): boolean =>
    last !== undefined && !pinned.includes(room.id) && room.updatedAt < last.updatedAt;
  const placed = list.page === 0 ? list.order.filter((id) => rooms.every((room) => room.id !== id)) : list.order;
  const unseen = [...new Map(rooms.map((room) => [room.id, room])).values()].filter(({ id }) => !placed.includes(id));
  const held = { ...list, ...merged(list, rooms), total, page, phase: "ready", error: null } as const;
  // A repeated page may arrive after later ones: its rooms are inserted by activity.
  const isAppended = (room: Room): boolean => page > list.page && !cameAsPinned(room);
  const appended = [...placed, ...unseen.filter(isAppended).map(({ id }) => id)];
  const isWhole = placed.length + unseen.length >= total;
  const order = unseen
    .filter((room) => !isAppended(room) && (isWhole || !cameAsPinned(room)))
    .reduce<readonly RoomId[]>((before, room) => inserted(held.byId, before, room), appended);
  return { ...held, order };
}

/** LIST-5: inserts only rooms whose activity puts them before the list's end; the others arrive with their pages. */
export function withHeld(list: RoomList, rooms: readonly Room[], pinned: readonly RoomId[]): RoomList {
  const held = { ...list, ...merged(list, rooms) };
  if (list.page === 0) return held;
  const unlisted = rooms.filter(({ id }) => !list.order.includes(id));
  const order = unlisted
    .filter((room) => isBeforeEnd(held, room, pinned))
    .reduce<readonly RoomId[]>((before, room) => inserted(held.byId, before, room), list.order);
  return { ...held, order };
}

/** ORDER-1: moves unpinned rooms to where their activity puts them; those beyond the list's end arrive with their pages. */
export function withUnpinned(list: RoomList, unpinned: readonly RoomId[], pinned: readonly RoomId[]): RoomList {
  const rest = { ...list, order: list.order.filter((id) => !unpinned.includes(id)) };
  const isEnded = list.order.length >= list.total;
  const rooms = unpinned.flatMap((id) => (list.order.includes(id) ? (list.byId[id] ?? []) : []));
  const order = rooms
    .filter((room) => isEnded || isBeforeEnd(rest, room, pinned))
    .reduce<readonly RoomId[]>((before, room) => inserted(list.byId, before, room), rest.order);
  return { ...list, order };
}

function isBeforeEnd({ order, total, byId }: RoomList, room: Room, pinned: readonly RoomId[]): boolean {
  if (order.length >= total || pinned.includes(room.id)) return true;
  const last = byId[order.findLast((id) => !pinned.includes(id)) ?? 0];
  return last !== undefined && byActivity(room, last) < 0;
}

/** Inserts a room after those with the same time of activity, which keep the server's order. */
function inserted(byId: RoomList["byId"], order: readonly RoomId[], room: Room): readonly RoomId[] {
  const index = order.findIndex((id) => (byId[id]?.updatedAt ?? room.updatedAt) < room.updatedAt);
  return index < 0 ? [...order, room.id] : order.toSpliced(index, 0, room.id);
}

export function byActivity(a: Room, b: Room): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? 1 : -1;
  return b.id - a.id;
}

/** The number of rooms that the person only visits: our total includes them, and the server's does not. */
export const visitedCount = ({ byId }: RoomList): number =>
  Object.values(byId).filter(({ isMember }) => !isMember).length;

export function withoutRoom(list: RoomList, roomId: RoomId): RoomList {
  const { [roomId]: gone, ...byId } = list.byId;
  if (!gone) return list;
  return { ...list, byId, order: list.order.filter((id) => id !== roomId), total: Math.max(0, list.total - 1) };
}

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

/** Sorts rooms like the server, newest activity first. Needed after catching up, since rooms may have overtaken each other. */
export function ordered(list: RoomList): RoomList {
  const activity = (id: RoomId): string => list.byId[id]?.updatedAt ?? "";
  const order = list.order.toSorted((a, b) => (activity(a) < activity(b) ? 1 : activity(a) > activity(b) ? -1 : 0));
  return { ...list, order };
}

/**
 * Merges a fetched room, but keeps whatever follows from the log: an older response would set the room back, and a newer one would leave a gap in its
 * messages.
 */
function withFetched(held: Room | undefined, fetched: Room): Room {
  if (!held || held.cursor === unknownCursor) return fetched;
  return { ...held, vehicle: fetched.vehicle, ...newerOffer(held, fetched), ...besideLog(held, fetched) };
}

function besideLog(held: Room, fetched: Room): Pick<Room, "handedOver" | "waitingSince" | "lastDecision" | "customer"> {
  // ACT-10c: the log gives the holder, but only the response includes how the holder got the room.
  const isSameHold = held.takeOver?.seq === fetched.takeOver?.seq;
  return {
    handedOver: isSameHold ? fetched.handedOver : held.handedOver,
    // ROOM-3d: after a deletion only the server knows who waits, and later messages of the log do not contradict it.
    waitingSince: fetched.cursor >= held.cursor ? fetched.waitingSince : held.waitingSince,
    // ROOM-3h: the log gives the last decision, but only the response includes the part that it is about.
    lastDecision: held.lastDecision?.seq === fetched.lastDecision?.seq ? fetched.lastDecision : held.lastDecision,
    // ROOM-15: the log gives the customer's membership, but only the response includes the state of their account.
    customer: held.customer && { ...held.customer, ...fetched.customer, isMember: held.customer.isMember },
  };
}

/** OFF-2: the newer version determines the offer's status. */
function newerOffer(held: Room, fetched: Room): Pick<Room, "offerStatus" | "offerVersion"> {
  const { offerStatus, offerVersion } = (fetched.offerVersion ?? 0) >= (held.offerVersion ?? 0) ? fetched : held;
  return { offerStatus, offerVersion };
}

/** While a press on a row is likely, visible rows stay put and new ones wait at the end. */
export function stableOrder(shown: readonly RoomId[], newest: readonly RoomId[], isHeld: boolean): readonly RoomId[] {
  if (!isHeld) return newest;
  const known = new Set(shown);
  return [...shown, ...newest.filter((id) => !known.has(id))];
}
