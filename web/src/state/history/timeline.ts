import type { HistoryRange, MessageLog, QuietLine, Timeline } from "./history-shape.ts";
import type { Message, RoomId } from "../entities.ts";
import { emptyLog, emptyTimeline } from "./empty-timeline.ts";
import { closedAt, type Covered, covers, doMeet, isLive, rangeOf, withRange, withLines } from "./history-ranges.ts";
import { lastMessage, messagesOf, withChanged, withMessages } from "./message-log.ts";
import type { AppState } from "../shape.ts";

const noRange: HistoryRange = { log: emptyLog, lines: [], from: 1, to: 0, older: "none", newer: "none" };

export const shownRange = ({ ranges, shownSeq }: Timeline): HistoryRange =>
  (shownSeq === null ? undefined : ranges.find((range) => covers(range, shownSeq))) ?? ranges.at(-1) ?? noRange;

/** The range at the live end; null if the room must be fetched again. */
export function liveRange({ ranges }: Timeline): HistoryRange | null {
  const newest = ranges.at(-1);
  return newest && isLive(newest) ? newest : null;
}

export const liveLog = (timeline: Timeline | undefined): MessageLog =>
  (timeline && liveRange(timeline)?.log) ?? emptyLog;

/** The `seq` of a range's newest message; for an empty range, the `seq` just before its start. */
export const newestSeq = ({ log, from }: HistoryRange): number => lastMessage(log)?.seq ?? Math.max(0, from - 1);

export const showsEnd = (timeline: Timeline): boolean =>
  timeline.aimSeq === null || shownRange(timeline) === timeline.ranges.at(-1);

/** Adds a live range for events after a room's cursor, before its first page arrives. */
export const withLiveRange = (timeline: Timeline, cursor: number): Timeline => ({
  ...timeline,
  ranges: withRange(
    timeline.ranges,
    rangeOf({ from: cursor + 1, to: Number.POSITIVE_INFINITY, messages: [], lines: [] }),
  ),
  hasEnd: timeline.ranges.some(({ to }) => to >= cursor),
  fromSeq: Math.max(timeline.fromSeq, cursor),
});

export const openedTimeline = (cursor: number, aimSeq: number | null): Timeline =>
  withLiveRange({ ...emptyTimeline, aimSeq }, cursor);

/** SYNC-9: the timeline of a room that must be fetched again, with only the shown range, which no event extends. Null before anything is shown. */
export function withoutLiveRange(timeline: Timeline, upto: number, isAtEnd: boolean): Timeline | null {
  const [range] = timeline.jumps === 0 ? [] : closedAt([shownRange(timeline)], upto);
  const anchor = range && lastMessage(range.log)?.seq;
  if (!range || anchor === undefined) return null;
  const aimSeq = timeline.phase === "ready" ? anchor : timeline.aimSeq;
  return reread({ ...timeline, ranges: [range], hasEnd: false, shownSeq: anchor, aimSeq: isAtEnd ? null : aimSeq });
}

/** SYNC-9: keeps only the shown range and marks all of it as stale, since the pages loaded so far may be outdated. */
export function reread(timeline: Timeline): Timeline {
  const range = shownRange(timeline);
  return { ...timeline, ranges: [range], stale: { from: range.from, to: range.to, phase: "loading" } };
}

export function withArrived(timeline: Timeline, message: Message): Timeline {
  const live = liveRange(timeline);
  if (!live || message.seq < live.from) return timeline;
  const log = withMessages(live.log, [message]);
  return log === live.log ? timeline : { ...timeline, ranges: [...timeline.ranges.slice(0, -1), { ...live, log }] };
}

export function withArrivedLine(timeline: Timeline, line: QuietLine): Timeline {
  const live = liveRange(timeline);
  if (!live || line.seq < live.from) return timeline;
  return { ...timeline, ranges: [...timeline.ranges.slice(0, -1), { ...live, lines: withLines(live.lines, [line]) }] };
}

/** Adds a page. If it was read ahead of the room's cursor, events up to it are still missing, so the live range then begins at the page. */
export function withPage(timeline: Timeline, cursor: number, page: Covered): Timeline {
  if (page.to < page.from) return timeline;
  const live = liveRange(timeline);
  const isAhead = live !== null && page.from > Math.max(cursor + 1, live.from);
  const isEnd = live !== null && doMeet(page, live);
  const hasEnd = timeline.hasEnd || isEnd;
  const checked = withChecked(timeline, page);
  if (!isAhead) return { ...checked, hasEnd, ranges: withRange(checked.ranges, rangeOf(page)) };
  const rest = messagesOf(live.log).filter(({ seq }) => seq >= page.from);
  const lines = [...page.lines, ...live.lines.filter(({ seq }) => seq >= page.from)];
  const ahead = { from: page.from, to: Number.POSITIVE_INFINITY, messages: [...page.messages, ...rest], lines };
  return { ...checked, hasEnd, ranges: withRange(closedAt(checked.ranges, cursor), rangeOf(ahead)) };
}

/** SYNC-9: marks the range that a page covers as no longer stale. Pages come newest first. */
function withChecked(timeline: Timeline, { from, to, messages }: Covered): Timeline {
  const { stale } = timeline;
  if (stale === null) return timeline;
  // The page also includes the later events that were applied to messages that may be stale.
  const ranges = timeline.ranges.map((range) => ({ ...range, log: messages.reduce(withReread, range.log) }));
  if (to < stale.to || from > stale.to) return { ...timeline, ranges };
  return { ...timeline, ranges, stale: from <= stale.from ? null : { ...stale, to: from - 1 } };
}

const withReread = (log: MessageLog, message: Message): MessageLog =>
  withChanged(log, message.seq, (held) => (held.updatedSeq <= message.updatedSeq ? message : held));

export function isLoaded({ ranges, hasEnd, aimSeq }: Timeline): boolean {
  const loaded = hasEnd ? ranges : ranges.filter((range) => !isLive(range));
  return aimSeq === null ? hasEnd : loaded.some((range) => covers(range, aimSeq));
}

export function aimed(timeline: Timeline): Timeline {
  if (!isLoaded(timeline)) return { ...timeline, phase: "loading" };
  return jumped({ ...timeline, phase: "ready" });
}

export function jumped(timeline: Timeline): Timeline {
  const after: Timeline = { ...timeline, shownSeq: timeline.aimSeq, jumps: timeline.jumps + 1 };
  const [shownBefore, shownAfter] = [shownRange(timeline), shownRange(after)];
  return shownBefore === shownAfter ? after : { ...after, switches: after.switches + 1 };
}

export const withTimeline = (state: AppState, roomId: RoomId, timeline: Timeline): AppState => ({
  ...state,
  timelines: { ...state.timelines, [roomId]: timeline },
});

export function changeTimeline(state: AppState, roomId: RoomId, change: (timeline: Timeline) => Timeline): AppState {
  const timeline = state.timelines[roomId];
  const after = timeline && change(timeline);
  return after && after !== timeline ? withTimeline(state, roomId, after) : state;
}
