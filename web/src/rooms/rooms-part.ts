import { showUnread } from "../platform/page.ts";
import type { Effect } from "../state/effects.ts";
import type { Part } from "../part.ts";
import { unreadTotal } from "../state/selectors.ts";
import type { ChatState } from "../state/shape.ts";
import { andThen, changed } from "../state/transition.ts";
import { joinHandlers } from "./join-room.ts";
import { leaveHandlers } from "./leave-room.ts";
import { followRoute, openRoomHandlers } from "./open-room.ts";
import { roomCalls } from "./room-calls.ts";
import type { RoomsCommands, RoomsEffects, RoomsEvents, RoomsState } from "./rooms-shape.ts";
import { loadPage, roomListHandlers } from "./rooms-state.ts";

/** The rooms of the person, and the one on screen. */
export const roomsPart: Part<RoomsState, RoomsEvents, RoomsEffects, RoomsCommands> = {
  initial: {
    rooms: { byId: {}, order: [], total: 0, page: 0, phase: "idle", error: null, unreadElsewhere: {} },
    openRoom: { phase: "none" },
    joining: { phase: "none" },
    leaving: {},
  },
  handlers: {
    ...roomListHandlers,
    ...openRoomHandlers,
    ...joinHandlers,
    ...leaveHandlers,
    "session/started": (state) =>
      state.rooms.phase === "idle" && state.rooms.page === 0
        ? andThen(loadPage(state, 1), followRoute)
        : changed(state),
  },
  follow: (before, after) => [...followUnread(before, after), ...followRemoved(before, after)],
  run: (outside) => ({ ...roomCalls(outside), "show-unread": ({ total }) => showUnread(total) }),
  commands: (dispatch) => ({
    loadMoreRooms: () => dispatch({ type: "rooms/more-asked" }),
    selectRoom: (roomId) => dispatch({ type: "room/selected", roomId }),
    closeRoom: () => dispatch({ type: "address/asked", path: "/", how: "push" }),
    joinRoom: (chat) => dispatch({ type: "room/join-asked", chat }),
    dropJoin: () => dispatch({ type: "room/join-dropped" }),
    leaveRoom: (roomId) => dispatch({ type: "room/leave-asked", roomId }),
    retryOpenRoom: () => dispatch({ type: "room/retry-asked" }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

/** What leaves the list leaves the other slices as well, however it came to leave. */
function followRemoved(
  { rooms: { order } }: ChatState,
  { rooms: { byId, order: left } }: ChatState,
): readonly Effect[] {
  if (left.length >= order.length) return [];
  const removed = order.filter((roomId) => !byId[roomId]);
  return removed.map((roomId) => ({ type: "dispatch", event: { type: "rooms/removed", roomId } }));
}

/** The number on badge and title. */
function followUnread(before: ChatState, after: ChatState): readonly Effect[] {
  if (
    before.rooms === after.rooms &&
    before.openRoom === after.openRoom &&
    before.leaving === after.leaving &&
    before.timelines === after.timelines &&
    before.attention === after.attention
  ) {
    return [];
  }
  const total = unreadTotal(after);
  return unreadTotal(before) === total ? [] : [{ type: "show-unread", total }];
}
