import type { HistoryRange, Timeline } from "../history/history-shape.ts";
import type { AppState, Effect } from "../shape.ts";
import type { CallError, RoomId } from "../entities.ts";
import type { AroundPage, MessagePage } from "./messages-shape.ts";
import { emptyTimeline } from "../history/empty-timeline.ts";
import { andThen, askToSync, type Change, changed, type Context, type Handlers, type IsDue } from "../transition.ts";
import { aimCall, staleCall, withUnreadStart } from "../history/open-history.ts";
import { type Covered, isLive } from "../history/history-ranges.ts";
import { retryLater, withoutFailure } from "../retries/retries-state.ts";
import { selectedRoomId } from "../selectors.ts";
import { startReading } from "./read-messages.ts";
import { aimed, isLoaded, jumped, shownRange, withPage, withTimeline, changeTimeline } from "../history/timeline.ts";
import { paths } from "../navigation/paths.ts";

export const historyHandlers = {
  "rooms/removed": (state, { roomId }) => {
    const { [roomId]: _read, ...unconfirmedReads } = state.unconfirmedReads;
    const { [roomId]: _history, ...timelines } = state.timelines;
    return withUnreadStart({ ...state, unconfirmedReads, timelines }, roomId, null);
  },

  "messages/newest-loaded": (state, { roomId, page }) =>
    takePage(withoutFailure(state, aimKey(roomId)), roomId, page.seq, coveredBefore(page, page.seq)),
  "messages/newest-failed": (state, event, context) => failAim(state, { ...event, aroundSeq: null }, context),
  "messages/older-asked": (state, { roomId }) => loadEdge(state, roomId, "older"),
  "messages/older-loaded": (state, { roomId, beforeSeq, page }) =>
    takePage(withEdge(state, roomId, "older", beforeSeq), roomId, page.seq, coveredBefore(page, beforeSeq - 1)),
  "messages/older-failed": (state, { roomId, error }, context) => {
    const failed = changeTimeline(withEdge(state, roomId, "older", null), roomId, withStale("failed"));
    return retryLater(failed, edgeKey(roomId, "older"), error, context);
  },

  "messages/newer-asked": (state, { roomId }) => loadEdge(state, roomId, "newer"),
  "messages/newer-loaded": (state, { roomId, afterSeq, page }) =>
    takePage(withEdge(state, roomId, "newer", afterSeq + 1), roomId, page.seq, coveredAfter(page, afterSeq + 1)),
  "messages/newer-failed": (state, { roomId, error }, context) =>
    retryLater(withEdge(state, roomId, "newer", null), edgeKey(roomId, "newer"), error, context),

  "messages/around-asked": (state, { roomId, seq, isMarked = false }) =>
    andThen(leaveLink(state), (left) =>
      goTo(isMarked ? { ...left, linkedMessage: { roomId, seq } } : left, roomId, seq),
    ),
  "messages/around-loaded": (state, { roomId, page }) =>
    takePage(withoutFailure(state, aimKey(roomId)), roomId, page.seq, coveredAround(page)),
  "messages/around-failed": (state, event, context) => failAim(state, event, context),
  "messages/end-asked": (state, { roomId }) => andThen(leaveLink(state), (left) => goTo(left, roomId, null)),
  "messages/reload-asked": (state, { roomId }) => askAgain(state, roomId),
} satisfies Partial<Handlers>;

export function goToEndNow(state: AppState, roomId: RoomId): Change {
  const { aimSeq, phase } = state.timelines[roomId] ?? emptyTimeline;
  const left = leaveLink(state);
  const asked = aimSeq === null && phase !== "ready" ? left : andThen(left, (next) => goTo(next, roomId, null));
  return changed(
    changeTimeline(asked.state, roomId, (timeline) => (timeline.phase === "ready" ? timeline : jumped(timeline))),
    asked.effects,
  );
}

export function goTo(state: AppState, roomId: RoomId, aimSeq: number | null): Change {
  const timeline = state.timelines[roomId];
  if (!timeline) return changed(state);
  const isAsked = timeline.phase === "loading" && timeline.aimSeq === aimSeq;
  const after = aimed({ ...timeline, aimSeq });
  return changed(
    withTimeline(state, roomId, after),
    after.phase === "ready" || isAsked ? [] : [aimCall(roomId, after)],
  );
}

function askAgain(state: AppState, roomId: RoomId): Change {
  const timeline = state.timelines[roomId];
  if (!timeline || timeline.phase === "ready") return changed(state);
  return changed(withTimeline(state, roomId, { ...timeline, phase: "loading" }), [aimCall(roomId, timeline)]);
}

export function retryHistory(state: AppState, isDue: IsDue): Change {
  const roomId = selectedRoomId(state);
  const timeline = roomId === null ? undefined : state.timelines[roomId];
  if (roomId === null || !timeline) return changed(state);
  if (timeline.phase === "failed") return isDue(aimKey(roomId)) ? askAgain(state, roomId) : changed(state);
  const range = shownRange(timeline);
  const failed = (["older", "newer"] as const).filter(
    (edge) => range[edge] === "failed" && isDue(edgeKey(roomId, edge)),
  );
  const loaded = failed.reduce(
    (change, edge) => andThen(change, (next) => loadEdge(next, roomId, edge)),
    changed(state),
  );
  const isStaleDue = timeline.stale?.phase === "failed" && isDue(edgeKey(roomId, "older"));
  return isStaleDue ? andThen(loaded, (next) => loadStale(next, roomId)) : loaded;
}

function loadStale(state: AppState, roomId: RoomId): Change {
  const loading = changeTimeline(state, roomId, withStale("loading"));
  return changed(loading, staleCall(roomId, loading.timelines[roomId] ?? emptyTimeline));
}

const aimKey = (roomId: RoomId): string => `history.${roomId}.aim`;
const edgeKey = (roomId: RoomId, edge: EdgeName): string => `history.${roomId}.${edge}`;

const withStale =
  (phase: "loading" | "failed") =>
  (timeline: Timeline): Timeline =>
    timeline.stale === null ? timeline : { ...timeline, stale: { ...timeline.stale, phase } };

function takePage(state: AppState, roomId: RoomId, pageSeq: number, covered: Covered): Change {
  const timeline = state.timelines[roomId];
  if (!timeline) return changed(state);
  // MSG-6: a page read before a message changed, or before the room was fetched again, is refused and requested again if needed.
  const isTaken = pageSeq >= timeline.fromSeq;
  const cursor = state.rooms.byId[roomId]?.cursor ?? 0;
  const paged = isTaken
    ? withPage({ ...timeline, refusedSeq: null }, cursor, covered)
    : { ...timeline, refusedSeq: timeline.fromSeq };
  const after = paged.phase !== "ready" && isLoaded(paged) ? aimed(paged) : paged;
  const read = startReading(withTimeline(state, roomId, after), roomId);
  return changed(read.state, [...read.effects, ...callsAfter(roomId, timeline, after, isTaken)]);
}

/**
 * PERF-1h: if the head sent the call for a first page before the room was fetched, the page is refused and requested again. KEEP-2c: a restored
 * server's log may end before `fromSeq`, so a second refusal causes a catch-up instead, which brings the room under its new epoch.
 */
function callsAfter(roomId: RoomId, before: Timeline, after: Timeline, isTaken: boolean): readonly Effect[] {
  if (isTaken) return before.stale === after.stale ? [] : staleCall(roomId, after);
  if (before.refusedSeq === before.fromSeq) return [askToSync()];
  return after.phase === "loading" ? [aimCall(roomId, after)] : staleCall(roomId, after);
}

const coveredBefore = ({ messages, lines = [], isFull }: MessagePage, to: number): Covered => ({
  from: isFull ? (messages[0]?.seq ?? to + 1) : 0,
  to,
  messages,
  lines,
});

const coveredAfter = ({ messages, lines = [], isFull, seq }: MessagePage, from: number): Covered => ({
  from,
  to: isFull ? (messages.at(-1)?.seq ?? from - 1) : Math.max(seq, from - 1),
  messages,
  lines,
});

const coveredAround = ({ messages, lines = [], hasOlder, hasNewer, seq }: AroundPage): Covered => ({
  from: hasOlder ? (messages[0]?.seq ?? seq) : 0,
  to: hasNewer ? (messages.at(-1)?.seq ?? seq) : seq,
  messages,
  lines,
});

function failAim(
  state: AppState,
  failed: { readonly roomId: RoomId; readonly aroundSeq: number | null; readonly error: CallError },
  context: Context,
): Change {
  const { roomId, aroundSeq, error } = failed;
  const timeline = state.timelines[roomId];
  if (timeline?.phase !== "loading" || timeline.aimSeq !== aroundSeq) return changed(state);
  return retryLater(withTimeline(state, roomId, { ...timeline, phase: "failed" }), aimKey(roomId), error, context);
}

function loadEdge(state: AppState, roomId: RoomId, edge: EdgeName): Change {
  const range = rangeToExtend(state, roomId, edge);
  if (!range) return changed(state);
  const loading = changeRanges(state, roomId, (each) => (each === range ? { ...each, [edge]: "loading" } : each));
  return changed(loading, [
    edge === "older"
      ? { type: "call-older-messages", roomId, beforeSeq: range.from }
      : { type: "call-newer-messages", roomId, afterSeq: range.to },
  ]);
}

type EdgeName = "older" | "newer";

function rangeToExtend(state: AppState, roomId: RoomId, edge: EdgeName): HistoryRange | null {
  const timeline = state.timelines[roomId];
  if (!timeline) return null;
  const range = shownRange(timeline);
  // The first page, which has already been requested, also brings the lines before its first message.
  if (isLive(range) && !timeline.hasEnd) return null;
  return range[edge] === "some" || range[edge] === "failed" ? range : null;
}

/** Ends the loading at an edge: the page requested from `fromSeq` has arrived, or any page has failed (null). */
const withEdge = (state: AppState, roomId: RoomId, edge: EdgeName, fromSeq: number | null): AppState =>
  changeRanges(fromSeq === null ? state : withoutFailure(state, edgeKey(roomId, edge)), roomId, (range) => {
    if (range[edge] !== "loading") return range;
    if (fromSeq === null) return { ...range, [edge]: "failed" };
    return fromSeq === (edge === "older" ? range.from : range.to + 1) ? { ...range, [edge]: "some" } : range;
  });

const changeRanges = (state: AppState, roomId: RoomId, change: (range: HistoryRange) => HistoryRange): AppState =>
  changeTimeline(state, roomId, (timeline) => ({ ...timeline, ranges: timeline.ranges.map(change) }));

/** OLDER-5b: removes the linked message, also from the address, when the person moves elsewhere in the room. */
function leaveLink(state: AppState): Change {
  const { route } = state;
  const left = state.linkedMessage === null ? state : { ...state, linkedMessage: null };
  if (route.kind !== "view" || route.messageSeq === undefined) return changed(left);
  return changed(left, [{ type: "navigate", to: paths.view(route.roomRef), replace: true }]);
}
