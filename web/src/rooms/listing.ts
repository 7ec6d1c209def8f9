import type { RoomCounts, RoomFilter } from "@cuplaj/protocol/room.ts";
import type { Room, RoomId } from "../state/entities.ts";
import { isSamePerson, me, selectedRoomId, shownRooms, shownUnread } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { byActivity } from "./listed-rooms.ts";
import type { Listing, RoomView } from "./rooms-shape.ts";

export const filtersOf = (state: AppState): readonly RoomFilter[] =>
  me(state)?.kind === "customer" ? ["all", "unread"] : ["all", "unread", "mine", "unclaimed"];

export const isSameView = (a: RoomView, b: RoomView): boolean => a.filter === b.filter && a.sort === b.sort;

/** Whether this is the list as `RoomList` pages it: all rooms by activity. */
export const isPlain = ({ filter, sort }: RoomView): boolean => filter === "all" && sort === "activity";

/** ROOM-3c: whether a held room passes a filter now, as the server would answer. */
export function passes(state: AppState, filter: RoomFilter, roomId: RoomId): boolean {
  const room = state.rooms.byId[roomId];
  if (!room || state.leaving[roomId] !== undefined) return false;
  if (filter === "all") return true;
  if (!room.isMember) return false;
  if (filter === "unread") return shownUnread(state, roomId) > 0;
  if (filter === "mine") return isSamePerson(room.takeOver?.person ?? null, me(state));
  return room.waitingSince !== null && room.takeOver === null;
}

/**
 * LIST-5: the rooms of the chosen view: all held ones that pass its filter now, in its order, whichever page or event brought them.
 * The open room stays, where it passed when it was opened.
 */
export function listedRooms(state: AppState): readonly RoomId[] {
  const { filter, sort, stays } = state.listing;
  if (isPlain(state.listing)) return shownRooms(state);
  const open = selectedRoomId(state);
  const rooms = Object.values(state.rooms.byId).filter(
    ({ id }) => (id === open && id === stays) || passes(state, filter, id),
  );
  return rooms.toSorted(sort === "waiting" ? byWait : byActivity).map(({ id }) => id);
}

/** ROOM-3e: the longest wait first; rooms where nobody waits follow by activity. */
function byWait(a: Room, b: Room): number {
  if (a.waitingSince === b.waitingSince) return byActivity(a, b);
  if (a.waitingSince === null) return 1;
  return b.waitingSince === null || a.waitingSince < b.waitingSince ? -1 : 1;
}

/** Made once a state: both transitions and components ask for it. */
const held = new WeakMap<AppState, RoomCounts>();

/** What each filter counts of the held rooms. */
export function heldCounts(state: AppState): RoomCounts {
  const known = held.get(state);
  if (known) return known;
  const ids = Object.keys(state.rooms.byId).map(Number);
  const count = (filter: RoomFilter): number => ids.filter((id) => passes(state, filter, id)).length;
  const counts = { all: count("all"), unread: count("unread"), mine: count("mine"), unclaimed: count("unclaimed") };
  held.set(state, counts);
  return counts;
}

/** Whether the page holds every room of the person: then it counts by itself. */
export const holdsAll = ({ rooms }: AppState): boolean =>
  rooms.page > 0 && Object.keys(rooms.byId).length >= rooms.total;

/** LIST-6: what a filter counts over all rooms; null before the server has said. */
export function countOf(state: AppState, filter: RoomFilter): number | null {
  if (holdsAll(state)) return heldCounts(state)[filter];
  const { elsewhere } = state.listing;
  return elsewhere === null ? null : elsewhere[filter] + heldCounts(state)[filter];
}

/** What the server counts beyond the held rooms. */
export function countsElsewhere(state: AppState, counts: RoomCounts): RoomCounts {
  const here = heldCounts(state);
  const rest = (filter: RoomFilter): number => Math.max(0, counts[filter] - here[filter]);
  return { all: rest("all"), unread: rest("unread"), mine: rest("mine"), unclaimed: rest("unclaimed") };
}

/** Whether a row may stay: the room is there, and nobody is leaving it. */
export const isListable = ({ rooms, leaving }: AppState, roomId: RoomId): boolean =>
  rooms.byId[roomId] !== undefined && leaving[roomId] === undefined;

/** Whether the chosen view has rooms that are not held, and pages that may bring them. */
export function hasMoreListed(state: AppState): boolean {
  const { listing, rooms } = state;
  if (isPlain(listing)) return rooms.phase === "ready" && rooms.order.length < rooms.total;
  return listing.phase === "ready" && !listing.isEnded && isShort(state);
}

/** Whether the server counts more rooms of the chosen view than the page holds. */
export const isShort = (state: AppState): boolean =>
  !holdsAll(state) && (state.listing.elsewhere?.[state.listing.filter] ?? 1) > 0;

/** How far the chosen view has loaded. */
export const listPhase = ({ listing, rooms }: AppState): Listing["phase"] | "idle" =>
  isPlain(listing) ? rooms.phase : listing.phase;
