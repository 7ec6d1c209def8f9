import type { RoomCounts, RoomFilter } from "@cuplaj/protocol/room.ts";
import type { Me, OwnRooms, Room, RoomEvent, RoomId } from "../entities.ts";
import { ownRooms } from "../own-rooms/own-rooms.ts";
import { isReading, isSamePerson, me, selectedRoomId, unreadCount } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { withRoom } from "./listed-rooms.ts";
import type { Listing, RoomList } from "./rooms-shape.ts";

interface CountedFor {
  readonly self: Me | null;
  readonly leaving: AppState["leaving"];
  readonly readingId: RoomId | null;
  readonly marks: OwnRooms["unread"];
}

const known = new WeakMap<RoomList["byId"], CountedFor & { readonly counts: RoomCounts }>();

export function heldCounts(state: AppState): RoomCounts {
  const { byId } = state.rooms;
  const open = selectedRoomId(state);
  const readingId = open !== null && isReading(state, open) ? open : null;
  const counted: CountedFor = { ...countedFor(state), leaving: state.leaving, readingId };
  const before = known.get(byId);
  if (before && isSameFor(before, counted)) return before.counts;
  const counts = countRooms(byId, counted);
  known.set(byId, { ...counted, counts });
  return counts;
}

const countedFor = (state: AppState): CountedFor => ({
  self: me(state),
  leaving: {},
  readingId: null,
  marks: ownRooms(state).unread,
});

const isSameFor = (one: CountedFor, other: CountedFor): boolean =>
  one.self === other.self &&
  one.leaving === other.leaving &&
  one.readingId === other.readingId &&
  one.marks === other.marks;

function countRooms(byId: RoomList["byId"], { self, leaving, readingId, marks }: CountedFor): RoomCounts {
  const counts = { all: 0, unread: 0, mine: 0, unclaimed: 0 };
  const marked = new Set(marks.map(({ id }) => id));
  for (const room of Object.values(byId)) {
    if (!room.isMember || leaving[room.id] !== undefined) continue;
    counts.all += 1;
    if ((room.id !== readingId && unreadCount(room) > 0) || marked.has(room.id)) counts.unread += 1;
    if (isHeldBy(room, self)) counts.mine += 1;
    if (isUnclaimed(room)) counts.unclaimed += 1;
  }
  return counts;
}

export const isHeldBy = ({ takeOver }: Room, self: Me | null): boolean => isSamePerson(takeOver?.person ?? null, self);
export const isUnclaimed = ({ takeOver, waitingSince }: Room): boolean => waitingSince !== null && takeOver === null;

/** Whether the page has all of the person's rooms, so that it can count by itself. */
export const holdsAll = ({ rooms }: AppState): boolean =>
  rooms.page > 0 && Object.keys(rooms.byId).length >= rooms.total;

export function countOf(state: AppState, filter: RoomFilter): number | null {
  const elsewhere = holdsAll(state) ? 0 : (state.listing.elsewhere?.[filter] ?? null);
  return elsewhere === null ? null : elsewhere + heldCounts(state)[filter];
}

export const countsElsewhere = (state: AppState, counts: RoomCounts): RoomCounts =>
  less(counts, countRooms(state.rooms.byId, countedFor(state)));

/** Adds a fetched room, and subtracts it from the rooms counted elsewhere unless the person has just joined or only visits it. */
export function withFetchedRoom(state: AppState, room: Room): AppState {
  const rooms = withRoom(state.rooms, room);
  if (!isCountedElsewhere(state, room)) return { ...state, rooms };
  return { ...state, rooms: { ...rooms, total: state.rooms.total }, listing: withoutCounted(state, [room]) };
}

export function withoutCounted(state: AppState, rooms: readonly Room[]): Listing {
  const { elsewhere } = state.listing;
  const rest = rooms.filter((room) => isCountedElsewhere(state, room)).map((room) => countedOf(state, room));
  return elsewhere && rest.length > 0 ? { ...state.listing, elsewhere: rest.reduce(less, elsewhere) } : state.listing;
}

const isCountedElsewhere = (state: AppState, { id, isMember }: Room): boolean =>
  isMember && state.rooms.byId[id] === undefined && !holdsAll(state) && !hasEarly(state, id, hasJoined);

/** How a room was counted elsewhere: without its last message if that arrived early, otherwise as it is now. */
function countedOf(state: AppState, room: Room): RoomCounts {
  const { id, lastMessage, waitingSince } = room;
  const counted = countRooms({ [id]: room }, countedFor(state));
  if (!hasEarly(state, id, (event) => event?.kind === "message")) return counted;
  return {
    ...counted,
    unread: (state.rooms.unreadElsewhere[id] ?? 0) > 0 ? 1 : 0,
    unclaimed: waitingSince === lastMessage?.sentAt ? 0 : counted.unclaimed,
  };
}

const hasEarly = (state: AppState, roomId: RoomId, isOne: (event: RoomEvent | null, self: Me | null) => boolean) =>
  Object.values(state.sync.early[roomId] ?? {}).some((event) => isOne(event, me(state)));

const hasJoined = (event: RoomEvent | null, self: Me | null): boolean =>
  event?.kind === "members" && isSamePerson(event.joined, self);

function less(counts: RoomCounts, others: RoomCounts): RoomCounts {
  const rest = (filter: RoomFilter): number => Math.max(0, counts[filter] - others[filter]);
  return { all: rest("all"), unread: rest("unread"), mine: rest("mine"), unclaimed: rest("unclaimed") };
}
