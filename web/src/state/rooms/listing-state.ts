import { roomsPerPage } from "@cuplaj/protocol/limits.ts";
import type { RoomCounts } from "@cuplaj/protocol/room.ts";
import { retryLater, underWay, withoutFailure } from "../retries/retries-state.ts";
import type { RoomId } from "../entities.ts";
import { ownRooms } from "../own-rooms/own-rooms.ts";
import { selectedRoomId } from "../selectors.ts";
import type { AppState, Effect } from "../shape.ts";
import { andThen, type Change, changed, type Handlers, type IsDue, dispatchLater, dispatched } from "../transition.ts";
import { visitedCount, withHeld } from "./listed-rooms.ts";
import { filtersOf, isWholeList, isSameView, isShort, passes } from "./listing.ts";
import { countsElsewhere, heldCounts, holdsAll, withoutCounted } from "./room-counts.ts";
import type { Listing, RoomsEvents, RoomView } from "./rooms-shape.ts";

const recountMs = 2000;

/** Failure keys (SYNC-8a): one for a page of the view or its counts, one for the person's own rooms while another view is shown. */
const viewKey = "rooms.view";
const ownKey = "rooms.own";

const ownPage: Effect = { type: "call-view-page", view: { filter: "mine", sort: "activity" }, page: 1 };

export const listingHandlers = {
  "rooms/view-chosen": (state, { view }) => {
    const isOffered = filtersOf(state).includes(view.filter);
    const chosen: RoomView = {
      filter: isOffered ? view.filter : "all",
      sort: filtersOf(state).includes("mine") ? view.sort : "activity",
    };
    if (isSameView(chosen, state.listing)) return changed(state);
    const listing: Listing = { ...state.listing, ...chosen, page: 0, phase: "ready", isEnded: false, error: null };
    const next = withPinned({ ...state, listing }, selectedRoomId(state));
    const saved = changed(next, [{ type: "save-room-view", view: chosen }]);
    return isWholeList(chosen) ? saved : andThen(saved, loadViewPage);
  },

  "rooms/view-loaded": (state, loaded) =>
    takeViewPage(withoutFailure(state, isOwnAside(state, loaded.view) ? ownKey : viewKey), loaded),

  "rooms/view-failed": (state, { view, error }, context) => {
    if (isOwnAside(state, view)) return retryLater(state, ownKey, error, context);
    const isShown = isSameView(view, state.listing) && state.listing.phase === "loading";
    const listing: Listing = isShown
      ? { ...state.listing, phase: "failed", error }
      : { ...state.listing, isStale: true };
    return retryLater({ ...state, listing }, viewKey, error, context);
  },

  "rooms/counts-changed": (state) => recount({ ...state, listing: { ...state.listing, isStale: true } }),
  "rooms/recount-due": (state) => recount({ ...state, listing: { ...state.listing, isThrottled: false } }),
} satisfies Partial<Handlers>;

export function loadViewPage(state: AppState): Change {
  const { filter, sort, page } = state.listing;
  const listing: Listing = { ...state.listing, phase: "loading", error: null };
  return changed({ ...state, listing }, [{ type: "call-view-page", view: { filter, sort }, page: page + 1 }]);
}

export function retryListing(state: AppState, isDue: IsDue): Change {
  const own = isDue(ownKey) ? changed(underWay(state, ownKey), [ownPage]) : changed(state);
  if (!isDue(viewKey)) return own;
  return andThen(own, (next) => (next.listing.phase === "failed" ? loadViewPage(next) : recount(next)));
}

const isOwnAside = ({ listing }: AppState, view: RoomView): boolean =>
  view.filter === "mine" && !isSameView(view, listing);

/** The open room stays listed when it stops passing the filter, so that no row disappears under the pointer. */
export const withPinned = (state: AppState, open: RoomId | null): AppState => ({
  ...state,
  listing: { ...state.listing, pinnedRoomId: open !== null && passes(state, state.listing.filter, open) ? open : null },
});

export function withCounts(state: AppState, counts: RoomCounts): AppState {
  const counted = { ...state, rooms: { ...state.rooms, total: counts.all + visitedCount(state.rooms) } };
  return { ...counted, listing: { ...counted.listing, elsewhere: countsElsewhere(counted, counts) } };
}

function takeViewPage(state: AppState, { view, page, rooms, counts }: RoomsEvents["rooms/view-loaded"]): Change {
  const listed = { ...state, rooms: withHeld(state.rooms, rooms, ownRooms(state).pinned) };
  const held = counts ? withCounts(listed, counts) : { ...listed, listing: withoutCounted(state, rooms) };
  const isShown = isSameView(view, held.listing) && !isWholeList(view);
  const next = isShown ? { ...held, listing: paged(held, page, rooms.length) } : held;
  if (view.filter !== "mine") return fetchOwn(state, next);
  const isLast = counts === undefined || rooms.length < roomsPerPage || ownElsewhere(next) === 0;
  if (isLast) return changed(next);
  return isShown ? loadViewPage(next) : changed(next, [{ type: "call-view-page", view, page: page + 1 }]);
}

/** ACT-10c: requests the person's own rooms if the server counts more of them beyond the loaded ones, however far down the list. */
export function fetchOwn(before: AppState, state: AppState): Change {
  const isListed = state.listing.filter === "mine";
  return ownElsewhere(state) > ownElsewhere(before) && !isListed ? changed(state, [ownPage]) : changed(state);
}

const ownElsewhere = ({ listing }: AppState): number => listing.elsewhere?.mine ?? 0;

/** Pages begin at an offset. If rooms leave the view between two pages, the next page would skip some, so paging starts over. */
function paged(state: AppState, page: number, length: number): Listing {
  const { listing } = state;
  const isAgain = page === 1 && listing.isEnded && listing.elsewhere !== null && isShort(state);
  return {
    ...listing,
    phase: "ready",
    page: isAgain ? 1 : Math.max(listing.page, page),
    isEnded: isAgain || page >= listing.page ? length < roomsPerPage : listing.isEnded,
  };
}

/** LIST-6: requests the counts, throttled, and only while somebody can see them. */
function recount(state: AppState): Change {
  const { listing } = state;
  if (!listing.isStale || listing.isThrottled || !canCount(state)) return changed(state);
  if (holdsAll(state)) return changed({ ...state, listing: { ...listing, isStale: false } });
  const { filter, sort } = listing;
  return changed({ ...state, listing: { ...listing, isStale: false, isThrottled: true } }, [
    { type: "call-view-page", view: { filter, sort }, page: 1 },
    dispatchLater("recount-rooms", recountMs, { type: "rooms/recount-due" }),
  ]);
}

/** Recounts, since only the server knows of rooms that changed without live events and are not loaded here. */
export const markStale = (state: AppState): Change =>
  recount({ ...state, listing: { ...state.listing, isStale: state.rooms.page > 0 } });

/** LIST-6: whether counts can be requested. Reads and marks made here must be confirmed first, or the server would miss them. */
const canCount = ({ attention, connection, rooms, unconfirmedReads, ownRoomWishes }: AppState): boolean =>
  attention.isVisible &&
  connection.ownChannel === "held" &&
  rooms.page > 0 &&
  Object.keys(unconfirmedReads).length === 0 &&
  Object.values(ownRoomWishes).every(({ wish }) => wish.kind !== "mark");

export function followCounts(before: AppState, after: AppState): readonly Effect[] {
  const isBack = after.listing.isStale && !canCount(before) && canCount(after);
  const isCounted = before.listing.elsewhere !== after.listing.elsewhere;
  const isChanged =
    !isCounted &&
    (before.rooms !== after.rooms || before.leaving !== after.leaving) &&
    after.rooms.page > 0 &&
    (before.rooms.unreadElsewhere !== after.rooms.unreadElsewhere || haveChanged(before, after));
  return isBack || isChanged ? [dispatched({ type: "rooms/counts-changed" })] : [];
}

function haveChanged(before: AppState, after: AppState): boolean {
  const [were, are] = [heldCounts(before), heldCounts(after)];
  return (
    were.all !== are.all || were.unread !== are.unread || were.mine !== are.mine || were.unclaimed !== are.unclaimed
  );
}
