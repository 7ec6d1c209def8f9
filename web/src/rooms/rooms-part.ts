import type { Outside, Part } from "../state/part.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { showUnread } from "../platform/page/page.ts";
import { isVisitorIn, selectedRoomId, unreadTotal } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed } from "../state/transition.ts";
import { joinHandlers, retryJoin, leaveHandlers } from "./join-leave.ts";
import { followCounts, listingHandlers, markStale, retryListing } from "../state/rooms/listing-state.ts";
import { followRoute, openRoomHandlers, reopenRefused, retryOpen } from "../state/rooms/open-room.ts";
import { roomCalls } from "./room-calls.ts";
import type { RoomsEffects, RoomsEvents, RoomsState, RoomView } from "../state/rooms/rooms-shape.ts";
import { askWait } from "../state/rooms/waiting.ts";
import {
  loadPage,
  recountElsewhere,
  refillEnded,
  retryCount,
  retryFetches,
  retryList,
  roomListHandlers,
} from "../state/rooms/rooms-state.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { isWholeList } from "../state/rooms/listing.ts";

export const roomsPart: Part<RoomsState, RoomsEvents, RoomsEffects> = {
  initial: {
    rooms: { byId: {}, order: [], total: 0, page: 0, phase: "idle", error: null, unreadElsewhere: {} },
    listing: {
      ...{ filter: "all", sort: "activity", page: 0, phase: "ready", error: null, isEnded: false },
      ...{ pinnedRoomId: null, elsewhere: null, isStale: false, isThrottled: false },
    },
    openRoom: { phase: "none" },
    joining: { phase: "none" },
    leaving: {},
    left: [],
  },
  handlers: {
    ...roomListHandlers,
    ...listingHandlers,
    ...openRoomHandlers,
    ...joinHandlers,
    ...leaveHandlers,
    "session/started": (state) =>
      state.rooms.phase === "idle" && state.rooms.page === 0
        ? andThen(andThen(loadPage(state, 1), followRoute), (next) => changed(next, [{ type: "restore-room-view" }]))
        : changed(state),
    // Refused rooms and missing pages may have become available.
    "connection/listening": (state) =>
      [recountElsewhere, refillEnded, reopenRefused, markStale].reduce(andThen, changed(state)),
    "edits/updated": (state, { message }) => (message.isDeleted ? askWait(state, message) : changed(state)),
    "silence/changed": (state) => andThen(recountElsewhere(state), markStale),
  },
  retry: (state, isDue) =>
    [retryList, retryCount, retryFetches, retryJoin, retryOpen, retryListing].reduce(
      (change, retry) => andThen(change, (next) => retry(next, isDue)),
      changed(state),
    ),
  follow: (before, after) => [
    ...followUnread(before, after),
    ...followRemoved(before, after),
    ...followVisit(before, after),
    ...followCounts(before, after),
  ],
  run: (outside) => ({
    ...roomCalls(outside),
    "show-unread": unreadShown(outside),
    "save-room-view": ({ view }) => saveRoomView(view),
    "restore-room-view": () => outside.store.dispatch({ type: "rooms/view-chosen", view: storedRoomView() }),
  }),
};

/** Shows the unread count, throttled: setting the title and the icon costs more than drawing the messages. */
function unreadShown({ clock }: Outside): (effect: Effect<"show-unread">) => void {
  let shown = 0;
  const telling = atMostEvery(500, clock, () => showUnread(shown));
  return ({ total }) => {
    shown = total;
    telling.ask();
  };
}

function followRemoved({ rooms: { byId } }: AppState, { rooms, session }: AppState): readonly Effect[] {
  if (rooms.byId === byId || session.phase === "signed-out") return [];
  const removed = Object.values(byId).flatMap(({ id }) => (rooms.byId[id] ? [] : [id]));
  return removed.map((roomId) => ({ type: "dispatch", event: { type: "rooms/removed", roomId } }));
}

/** VISIT-2: a visitor's room is listed only while it is open. */
function followVisit(before: AppState, after: AppState): readonly Effect[] {
  const roomId = selectedRoomId(before);
  return roomId !== null && selectedRoomId(after) !== roomId && isVisitorIn(after, roomId)
    ? [{ type: "dispatch", event: { type: "rooms/visit-ended", roomId } }]
    : [];
}

function followUnread(before: AppState, after: AppState): readonly Effect[] {
  if (counted.every((name) => before[name] === after[name])) return [];
  const total = unreadTotal(after);
  return unreadTotal(before) === total ? [] : [{ type: "show-unread", total }];
}

const counted = ["rooms", "session", "ownRoomWishes", "openRoom", "leaving", "timelines", "attention"] as const;

const viewKey = "cuplaj.rooms-view";

/** All filters; the compiler reports a missing one. */
const filters = { all: true, unread: true, mine: true, unclaimed: true } as const satisfies Record<
  RoomView["filter"],
  true
>;

function storedRoomView(): RoomView {
  const [filter, sort] = (deviceStorage.get(viewKey) ?? "").split(" ");
  return { filter: isFilter(filter) ? filter : "all", sort: sort === "waiting" ? sort : "activity" };
}

const isFilter = (given = ""): given is RoomView["filter"] => Object.hasOwn(filters, given);

const saveRoomView = (view: RoomView): void =>
  deviceStorage.set(viewKey, isWholeList(view) ? null : `${view.filter} ${view.sort}`);
