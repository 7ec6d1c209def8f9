import type { RoomFilter } from "@cuplaj/protocol/room.ts";
import type { Room, RoomId } from "../entities.ts";
import { ownRooms, pinnedFirst } from "../own-rooms/own-rooms.ts";
import { me, selectedRoomId, shownRooms, shownUnread } from "../selectors.ts";
import type { AppState } from "../shape.ts";
import { byActivity } from "./listed-rooms.ts";
import { waitsSince } from "./new-decision.ts";
import { holdsAll, isHeldBy, isUnclaimed } from "./room-counts.ts";
import type { Listing, RoomView } from "./rooms-shape.ts";

export const filtersOf = (state: AppState): readonly RoomFilter[] =>
  me(state)?.kind === "customer" ? ["all", "unread"] : ["all", "unread", "mine", "unclaimed"];

export const isSameView = (a: RoomView, b: RoomView): boolean => a.filter === b.filter && a.sort === b.sort;

export const isWholeList = ({ filter, sort }: RoomView): boolean => filter === "all" && sort === "activity";

export const isListEmpty = (state: AppState): boolean => isWholeList(state.listing) && shownRooms(state).length === 0;

export function passes(state: AppState, filter: RoomFilter, roomId: RoomId): boolean {
  const room = state.rooms.byId[roomId];
  if (!room || state.leaving[roomId] !== undefined) return false;
  if (filter === "all") return true;
  if (!room.isMember) return false;
  if (filter === "unread") return shownUnread(state, roomId) > 0;
  return filter === "mine" ? isHeldBy(room, me(state)) : isUnclaimed(room);
}

/** LIST-5: all loaded rooms that pass the filter now, plus the open room if it passed when it was opened. */
export function listedRooms(state: AppState): readonly RoomId[] {
  const { filter, sort, pinnedRoomId } = state.listing;
  if (isWholeList(state.listing)) return shownRooms(state);
  const open = selectedRoomId(state);
  const rooms = Object.values(state.rooms.byId).filter(
    ({ id }) => (id === open && id === pinnedRoomId) || passes(state, filter, id),
  );
  const order = rooms.toSorted(sort === "waiting" ? byWait(state) : byActivity).map(({ id }) => id);
  return pinnedFirst(order, ownRooms(state).pinned);
}

export const byWait =
  (state: AppState) =>
  (a: Room, b: Room): number => {
    const [since, other] = [waitsSince(state, a), waitsSince(state, b)];
    if (since === other) return byActivity(a, b);
    if (since === null) return 1;
    return other === null || since < other ? -1 : 1;
  };

export const isListable = ({ rooms, leaving }: AppState, roomId: RoomId): boolean =>
  rooms.byId[roomId] !== undefined && leaving[roomId] === undefined;

export function hasMoreListed(state: AppState): boolean {
  const { listing, rooms } = state;
  if (isWholeList(listing)) return rooms.phase === "ready" && rooms.order.length < rooms.total;
  return listing.phase === "ready" && !listing.isEnded && isShort(state);
}

export const isShort = (state: AppState): boolean =>
  !holdsAll(state) && (state.listing.elsewhere?.[state.listing.filter] ?? 1) > 0;

export const listPhase = ({ listing, rooms }: AppState): Listing["phase"] | "idle" =>
  isWholeList(listing) ? rooms.phase : listing.phase;
