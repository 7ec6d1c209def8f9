import { type NewAlert, raiseAlert } from "../alerts/alerts-state.ts";
import type { RoomList } from "./rooms-shape.ts";
import { hasFailed, retryLater, underWay, withoutFailure } from "../retries/retries-state.ts";
import type { AppState, Effect } from "../shape.ts";
import { type CallError, offlineError, type Room, type RoomId } from "../entities.ts";
import { ownRooms } from "../own-rooms/own-rooms.ts";
import { isVisitorIn, selectedRoomId } from "../selectors.ts";
import { andThen, type Change, changed, type Handlers, type IsDue } from "../transition.ts";
import { leaveAlertId, withLeft, withoutLeaving } from "./leaving.ts";
import { visitedCount, withoutRoom, withPage, withUnpinned } from "./listed-rooms.ts";
import { isWholeList } from "./listing.ts";
import { withFetchedRoom, withoutCounted } from "./room-counts.ts";
import { fetchOwn, loadViewPage, withCounts } from "./listing-state.ts";
import { closed } from "./open-room.ts";
import { titleOf } from "./room-title.ts";

const listKey = "rooms.list";
const countKey = "rooms.count";
const fetchPrefix = "rooms.fetch.";
const fetchKey = (roomId: RoomId): string => `${fetchPrefix}${roomId}`;

export const roomListHandlers = {
  "rooms/more-asked": (state) => {
    if (!isWholeList(state.listing)) return state.listing.phase === "loading" ? changed(state) : loadViewPage(state);
    const { phase, page } = state.rooms;
    return phase === "loading" || isWhole(state.rooms) ? changed(state) : loadPage(state, page + 1);
  },

  "rooms/page-loaded": (state, page) => {
    const total = page.total + visitedCount(state.rooms);
    const paged = {
      ...withoutFailure(state, listKey),
      rooms: withPage(state.rooms, { ...page, total }, ownRooms(state).pinned),
    };
    const loaded =
      page.counts === undefined
        ? { ...paged, listing: withoutCounted(state, page.rooms) }
        : withCounts(paged, page.counts);
    if (page.page !== 1) return changed(loaded);
    const own = fetchOwn(state, loaded);
    return state.connection.ownChannel === "held" ? andThen(own, countElsewhere) : own;
  },

  "rooms/page-failed": (state, { error }, context) =>
    retryLater({ ...state, rooms: { ...state.rooms, phase: "failed", error } }, listKey, error, context),

  "rooms/unread-loaded": (state, { unread }) =>
    changed({
      ...withoutFailure(state, countKey),
      rooms: { ...state.rooms, unreadElsewhere: unlisted(state.rooms, unread) },
    }),
  "rooms/unread-failed": (state, { error }, context) => retryLater(state, countKey, error, context),

  "rooms/room-fetched": (state, { room }, context) => {
    const fetched = withFetchedRoom(state, room);
    const key = fetchKey(room.id);
    return isWaitOutdated(state, room)
      ? retryLater(fetched, key, outdatedError, context)
      : changed(withoutFailure(fetched, key));
  },

  "rooms/fetch-failed": (state, { roomId, error }, context) => retryLater(state, fetchKey(roomId), error, context),
  "rooms/room-gone": (state, { roomId }) => withRoomGone(withoutFailure(state, fetchKey(roomId)), roomId),

  // VISIT-2: drops the room, since a visitor gets no live events and the row would soon be wrong.
  "rooms/visit-ended": (state, { roomId }) =>
    isVisitorIn(state, roomId) && selectedRoomId(state) !== roomId
      ? changed({ ...state, rooms: withoutRoom(state.rooms, roomId) })
      : changed(state),

  // ORDER-1: pages list pinned rooms first, so changing a pin shifts all other rooms.
  "own-rooms/pins-changed": (state, { unpinned }) =>
    refillList({ ...state, rooms: withUnpinned(state.rooms, unpinned, ownRooms(state).pinned) }),
} satisfies Partial<Handlers>;

/** ROOM-3d: whether a fetched room predates events applied here. If so, it cannot settle who waits after a deletion. */
function isWaitOutdated(state: AppState, { id, cursor, epoch, waitingSince }: Room): boolean {
  const held = state.rooms.byId[id];
  return held?.epoch === epoch && cursor < held.cursor && waitingSince !== held.waitingSince;
}

const outdatedError: CallError = { ...offlineError, code: "timeout" };

function withRoomGone(state: AppState, roomId: RoomId): Change {
  if (state.leaving[roomId] !== undefined) return withRoomLeft(state, roomId);
  const text = { kind: "key", key: "room.gone" } as const;
  return withoutKnown(state, roomId, { id: `room-gone:${roomId}`, type: "danger", text });
}

/** Removes a room that the person left, on this device or another, with a success alert (ROOM-8). */
export function withRoomLeft(state: AppState, roomId: RoomId): Change {
  const room = state.rooms.byId[roomId];
  const text = { kind: "key", key: "room.left", room: room && titleOf(room) } as const;
  const word = { id: leaveAlertId(roomId), type: "success", text } as const;
  return withoutKnown(withoutLeaving(withLeft(state, roomId), roomId), roomId, word);
}

/** ROOM-6: removes a room. An open one never closes without an alert; any other disappears silently. */
function withoutKnown(state: AppState, roomId: RoomId, word: NewAlert): Change {
  const gone = { ...state, rooms: withoutRoom(state.rooms, roomId) };
  if (selectedRoomId(state) !== roomId) return changed(gone);
  return andThen(closed(gone), (after) => raiseAlert(after, word));
}

function countElsewhere(state: AppState): Change {
  if (state.rooms.page === 0) return changed(state);
  if (!isWhole(state.rooms)) return changed(underWay(state, countKey), [{ type: "call-unread" }]);
  return changed({ ...withoutFailure(state, countKey), rooms: { ...state.rooms, unreadElsewhere: {} } });
}

/** Requests the counts again after a pause, unless a failed count is waiting for its retry. */
export const recountElsewhere = (state: AppState): Change =>
  hasFailed(state, countKey) ? changed(state) : countElsewhere(state);

export const retryCount = (state: AppState, isDue: IsDue): Change =>
  isDue(countKey) ? countElsewhere(state) : changed(state);

export const hasFailedFetch = (state: AppState, roomId: RoomId): boolean =>
  state.failures[fetchKey(roomId)] !== undefined;

export function retryFetches(state: AppState, isDue: IsDue): Change {
  const due = Object.keys(state.failures).filter((key) => key.startsWith(fetchPrefix) && isDue(key));
  return changed(
    due.reduce(underWay, state),
    due.map((key) => ({ type: "call-fetch-room", roomId: Number(key.slice(fetchPrefix.length)) })),
  );
}

export const retryList = (state: AppState, isDue: IsDue): Change =>
  state.rooms.phase === "failed" && isDue(listKey) ? loadPage(state, state.rooms.page + 1) : changed(state);

export function loadPage(state: AppState, page: number): { state: AppState; effects: Effect[] } {
  const rooms: RoomList = { ...state.rooms, phase: "loading", error: null };
  return { state: { ...state, rooms }, effects: [{ type: "call-rooms-page", page }] };
}

const isWhole = ({ page, order, total }: RoomList): boolean => page > 0 && order.length >= total;

function unlisted(list: RoomList, unread: RoomList["unreadElsewhere"]): RoomList["unreadElsewhere"] {
  if (isWhole(list)) return {};
  const entries = Object.entries(unread).filter(([id, count]) => count > 0 && !list.byId[Number(id)]);
  return Object.fromEntries(entries);
}

/** LIST-2: loads the list again. Pages begin at an offset from the newest room, so once a room has left, the next page would skip one. */
export const refillList = (state: AppState): Change =>
  state.rooms.page === 0 || isWhole(state.rooms) ? changed(state) : loadPage(state, 1);

/** Loads a list again that ended with rooms missing: they may be available now. */
export const refillEnded = (state: AppState): Change =>
  state.rooms.phase === "idle" ? refillList(state) : changed(state);

/** LIST-2: ends the list even if rooms are missing, since requesting more after the last page would never end. */
export const endList = (state: AppState): AppState =>
  isWhole(state.rooms) ? state : { ...state, rooms: { ...state.rooms, phase: "idle" } };
