import type { ChatState, RoomList } from "../state/chat-state.ts";
import type { Effect } from "../state/effects.ts";
import { changed, type Handlers } from "../state/transition.ts";
import { refreshed, withoutRoom, withPage, withRoom } from "./listed-rooms.ts";
import { closed } from "./open-room.ts";

/** Transitions of the room list (LIST-1 to LIST-4). */
export const roomListHandlers: Handlers<
  | "rooms/list-toggled"
  | "rooms/more-asked"
  | "rooms/page-loaded"
  | "rooms/page-failed"
  | "rooms/refreshed"
  | "rooms/unread-loaded"
  | "rooms/room-fetched"
  | "rooms/room-gone"
  | "rooms/updated"
> = {
  "rooms/list-toggled": (state) => {
    const isVisible = !state.isRoomListVisible;
    return changed({ ...state, isRoomListVisible: isVisible }, [{ type: "keep-room-list-visible", isVisible }]);
  },

  "rooms/more-asked": (state) => {
    const { phase, page, order, total } = state.rooms;
    const isDone = page > 0 && order.length >= total;
    return phase === "loading" || isDone ? changed(state) : loadPage(state, page + 1);
  },

  "rooms/page-loaded": (state, page) => changed({ ...state, rooms: withPage(state.rooms, page) }),

  "rooms/page-failed": (state, { error }) => changed({ ...state, rooms: { ...state.rooms, phase: "failed", error } }),

  "rooms/refreshed": (state, { rooms, total }) => changed({ ...state, rooms: refreshed(state.rooms, rooms, total) }),

  "rooms/unread-loaded": (state, { unread }) =>
    changed({ ...state, rooms: { ...state.rooms, unreadElsewhere: unlisted(state.rooms, unread) } }),

  "rooms/room-fetched": (state, { room }) => changed({ ...state, rooms: withRoom(state.rooms, room) }),

  "rooms/room-gone": (state, { roomId }) => {
    const rooms = withoutRoom(state.rooms, roomId);
    const gone = { ...state, rooms };
    const isOpen = state.openRoom.phase === "open" && state.openRoom.roomId === roomId;
    return isOpen ? closed(gone) : changed(gone);
  },

  "rooms/updated": (state, { roomId }) => changed(state, [{ type: "call-fetch-room", roomId }]),
};

/** Asks for a page of the list. */
export function loadPage(state: ChatState, page: number): { state: ChatState; effects: Effect[] } {
  const rooms: RoomList = { ...state.rooms, phase: "loading", error: null };
  return { state: { ...state, rooms }, effects: [{ type: "call-rooms-page", page }] };
}

/** The unread counts of rooms that the list does not hold: those that it holds count themselves. */
function unlisted(list: RoomList, unread: RoomList["unreadElsewhere"]): RoomList["unreadElsewhere"] {
  const entries = Object.entries(unread).filter(([id, count]) => count > 0 && !list.byId[Number(id)]);
  return Object.fromEntries(entries);
}
