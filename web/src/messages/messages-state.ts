import type { HistoryRange, Timeline } from "../history/history-shape.ts";
import type { ChatState } from "../state/shape.ts";
import type { RoomId } from "../state/entities.ts";
import type { AroundPage, MessagePage } from "./messages-shape.ts";
import { emptyTimeline } from "../history/empty-timeline.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";
import { aimCall, staleCall } from "../history/open-history.ts";
import type { Covered } from "../history/history-ranges.ts";
import { withUnreadPlace } from "../history/unread-places.ts";
import { startReading } from "./read-messages.ts";
import { aimed, isLoaded, jumped, shownRange, withPage } from "../history/timeline.ts";

/** Transitions of a room's history: its pages from wherever, and where the list goes (OLDER-1 to OLDER-4). */
export const historyHandlers: Handlers<
  | "messages/newest-loaded"
  | "messages/newest-failed"
  | "messages/older-asked"
  | "messages/older-loaded"
  | "messages/older-failed"
  | "messages/newer-asked"
  | "messages/newer-loaded"
  | "messages/newer-failed"
  | "messages/around-asked"
  | "messages/around-loaded"
  | "messages/around-failed"
  | "messages/end-asked"
  | "messages/reload-asked"
  | "messages/unread-places-loaded"
  | "rooms/removed"
> = {
  "rooms/removed": (state, { roomId }) => {
    const { [roomId]: _read, ...unconfirmedReads } = state.unconfirmedReads;
    const { [roomId]: _history, ...timelines } = state.timelines;
    return withUnreadPlace({ ...state, unconfirmedReads, timelines }, roomId, null);
  },

  "messages/newest-loaded": (state, { roomId, page }) =>
    takePage(state, roomId, page.seq, coveredBefore(page, page.seq)),
  "messages/newest-failed": (state, { roomId }) => withFailedAim(state, roomId, null),

  "messages/older-asked": (state, { roomId }) => loadOlder(state, roomId),
  "messages/older-loaded": (state, { roomId, beforeSeq, page }) =>
    takePage(withEdge(state, roomId, "older", beforeSeq), roomId, page.seq, coveredBefore(page, beforeSeq - 1)),
  "messages/older-failed": (state, { roomId }) =>
    changed(changeTimeline(withEdge(state, roomId, "older", null), roomId, withStale("failed"))),

  "messages/newer-asked": (state, { roomId }) => loadNewer(state, roomId),
  "messages/newer-loaded": (state, { roomId, afterSeq, page }) =>
    takePage(withEdge(state, roomId, "newer", afterSeq + 1), roomId, page.seq, coveredAfter(page, afterSeq + 1)),
  "messages/newer-failed": (state, { roomId }) => changed(withEdge(state, roomId, "newer", null)),

  "messages/around-asked": (state, { roomId, seq }) => goTo(state, roomId, seq),
  "messages/around-loaded": (state, { roomId, page }) => takePage(state, roomId, page.seq, coveredAround(page)),
  "messages/around-failed": (state, { roomId, aroundSeq }) => withFailedAim(state, roomId, aroundSeq),

  "messages/unread-places-loaded": (state, { unreadPlaces }) => changed({ ...state, unreadPlaces }),

  "messages/end-asked": (state, { roomId }) => goTo(state, roomId, null),
  "messages/reload-asked": (state, { roomId }) => askAgain(state, roomId),
};

/** Has the list show the live end at once, with what waits to be sent, also while the rest of it is on its way. */
export function goToEndNow(state: ChatState, roomId: RoomId): Change {
  const { aimSeq, phase } = state.timelines[roomId] ?? emptyTimeline;
  // A page that did not come is asked for again in its own time (SYNC-8).
  const asked = aimSeq === null && phase !== "ready" ? changed(state) : goTo(state, roomId, null);
  return changed(
    changeTimeline(asked.state, roomId, (timeline) => (timeline.phase === "ready" ? timeline : jumped(timeline))),
    asked.effects,
  );
}

/** Has the list show what stands around a `seq`, or the live end (null), as soon as it is loaded. */
export function goTo(state: ChatState, roomId: RoomId, aimSeq: number | null): Change {
  const timeline = state.timelines[roomId];
  if (!timeline) return changed(state);
  const isAsked = timeline.phase === "loading" && timeline.aimSeq === aimSeq;
  const after = aimed({ ...timeline, aimSeq });
  return changed(
    withTimeline(state, roomId, after),
    after.phase === "ready" || isAsked ? [] : [aimCall(roomId, after)],
  );
}

/** Asks again for what the list is to show and did not come. */
function askAgain(state: ChatState, roomId: RoomId): Change {
  const timeline = state.timelines[roomId];
  if (!timeline || timeline.phase === "ready") return changed(state);
  return changed(withTimeline(state, roomId, { ...timeline, phase: "loading" }), [aimCall(roomId, timeline)]);
}

/** SYNC-8: asks again for what did not come of a history. */
export function retryHistory(state: ChatState, roomId: RoomId): Change {
  const timeline = state.timelines[roomId];
  if (!timeline) return changed(state);
  if (timeline.phase === "failed") return askAgain(state, roomId);
  const { older, newer } = shownRange(timeline);
  if (older === "failed") return loadOlder(state, roomId);
  if (newer === "failed") return loadNewer(state, roomId);
  if (timeline.stale?.phase !== "failed") return changed(state);
  return changed(changeTimeline(state, roomId, withStale("loading")), staleCall(roomId, timeline));
}

const withStale =
  (phase: "loading" | "failed") =>
  (timeline: Timeline): Timeline =>
    timeline.stale === null ? timeline : { ...timeline, stale: { ...timeline.stale, phase } };

/** A page as it was answered: what it covers goes into its range, and the list to where it was to go. */
function takePage(state: ChatState, roomId: RoomId, pageSeq: number, covered: Covered): Change {
  const timeline = state.timelines[roomId];
  if (!timeline) return changed(state);
  // MSG-6: a page from before a message changed, or before the room was fetched anew, is asked for again where it is wanted.
  const isTaken = pageSeq >= timeline.fromSeq;
  const paged = isTaken ? withPage(timeline, state.rooms.byId[roomId]?.cursor ?? 0, covered) : timeline;
  const after = paged.phase !== "ready" && isLoaded(paged) ? aimed(paged) : paged;
  const read = startReading(withTimeline(state, roomId, after), roomId);
  const isChecking = timeline.stale !== after.stale || (!isTaken && timeline.stale !== null);
  return isChecking ? changed(read.state, [...read.effects, ...staleCall(roomId, after)]) : read;
}

const coveredBefore = ({ messages, isFull }: MessagePage, to: number): Covered => ({
  from: isFull ? (messages[0]?.seq ?? to + 1) : 0,
  to,
  messages,
});

const coveredAfter = ({ messages, isFull, seq }: MessagePage, from: number): Covered => ({
  from,
  to: isFull ? (messages.at(-1)?.seq ?? from - 1) : Math.max(seq, from - 1),
  messages,
});

const coveredAround = ({ messages, hasOlder, hasNewer, seq }: AroundPage): Covered => ({
  from: hasOlder ? (messages[0]?.seq ?? seq) : 0,
  to: hasNewer ? (messages.at(-1)?.seq ?? seq) : seq,
  messages,
});

function withFailedAim(state: ChatState, roomId: RoomId, aimSeq: number | null): Change {
  return changed(
    changeTimeline(state, roomId, (timeline) =>
      timeline.phase === "loading" && timeline.aimSeq === aimSeq ? { ...timeline, phase: "failed" } : timeline,
    ),
  );
}

/** Asks for the page before the range that is shown, where there is one and it is not on its way. */
function loadOlder(state: ChatState, roomId: RoomId): Change {
  const range = rangeToExtend(state, roomId, "older");
  if (!range) return changed(state);
  return changed(withRangeLoading(state, roomId, range, "older"), [
    { type: "call-older-messages", roomId, beforeSeq: range.from },
  ]);
}

/** Asks for the page after the range that is shown, likewise. */
function loadNewer(state: ChatState, roomId: RoomId): Change {
  const range = rangeToExtend(state, roomId, "newer");
  if (!range) return changed(state);
  return changed(withRangeLoading(state, roomId, range, "newer"), [
    { type: "call-newer-messages", roomId, afterSeq: range.to },
  ]);
}

type EdgeName = "older" | "newer";

function rangeToExtend(state: ChatState, roomId: RoomId, edge: EdgeName): HistoryRange | null {
  const timeline = state.timelines[roomId];
  // Before anything is shown its first page is on its way.
  if (!timeline || timeline.jumps === 0) return null;
  const range = shownRange(timeline);
  return range[edge] === "some" || range[edge] === "failed" ? range : null;
}

const withRangeLoading = (state: ChatState, roomId: RoomId, loading: HistoryRange, edge: EdgeName): ChatState =>
  changeRanges(state, roomId, (range) => (range === loading ? { ...range, [edge]: "loading" } : range));

/** The state where the page at an edge is not on its way any more: the one that was asked for from a `seq` came, or none did (null). */
const withEdge = (state: ChatState, roomId: RoomId, edge: EdgeName, fromSeq: number | null): ChatState =>
  changeRanges(state, roomId, (range) => {
    if (range[edge] !== "loading") return range;
    if (fromSeq === null) return { ...range, [edge]: "failed" };
    return fromSeq === (edge === "older" ? range.from : range.to + 1) ? { ...range, [edge]: "some" } : range;
  });

const changeRanges = (state: ChatState, roomId: RoomId, change: (range: HistoryRange) => HistoryRange): ChatState =>
  changeTimeline(state, roomId, (timeline) => ({ ...timeline, ranges: timeline.ranges.map(change) }));

const withTimeline = (state: ChatState, roomId: RoomId, timeline: Timeline): ChatState => ({
  ...state,
  timelines: { ...state.timelines, [roomId]: timeline },
});

function changeTimeline(state: ChatState, roomId: RoomId, change: (timeline: Timeline) => Timeline): ChatState {
  const timeline = state.timelines[roomId];
  return timeline ? withTimeline(state, roomId, change(timeline)) : state;
}
