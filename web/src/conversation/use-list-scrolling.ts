import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import { me } from "../state/selectors.ts";
import { arrivalsAfter } from "./arrivals.ts";
import { liveRange, newestSeq, showsEnd } from "../state/history/timeline.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { type Line, withheld } from "./line.ts";
import { goToShown, isMeasured, isSizeOf, isWidthOf, isWithin, nowhere, scrollBoxOf } from "./scroll-box.ts";
import { useEdges } from "./use-edges.ts";
import { useHeldPosition } from "./use-held-position.ts";
import { useLoadAhead } from "./use-load-ahead.ts";
import { useOwnLine } from "./use-own-line.ts";
import { useUntouched } from "./use-untouched.ts";

/** This near its end the list follows new messages, px. */
const followPx = 100;
/** Up to this distance the list counts as exactly at its end, and stays there when anything grows. */
const exactPx = 2;

interface ListToScroll {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly divider: number;
  readonly length: number;
  /** The row that draws a message. */
  readonly drawnAt: (row: number) => number;
  readonly lineOf: (row: number) => Line | null;
}

/** Moves the message list: jumps to targets, along at its end, with more loaded ahead on both sides, never under a reader. */
export function useListScrolling(shown: ListToScroll) {
  const { list, scroller, roomId, timeline, range, length, drawnAt } = shown;
  const { setAtEnd } = useCommands();
  const isAtEnd = useAppState((state) => state.attention.isAtEnd);
  const isPrepending = useIsPrepending(messageAt(range.log, withheld(range))?.seq ?? 0, timeline.switches);
  const held = useHeldPosition({ list, scroller, isPrepending, endSeq: newestSeq(range), length });
  const loadAhead = useLoadAhead({ list, roomId, range, jumps: timeline.jumps });
  const { look: lookAtEdges, ...edges } = useEdges(shown);
  const seen = useRef(nowhere);
  const isPinned = useRef(false);
  const isOwnLine = useOwnLine(scroller, length);
  const { isUntouched, isRecent, onTouched } = useUntouched(timeline.jumps);
  const hasEnd = showsEnd(timeline);

  function follow() {
    isPinned.current = true;
    list.current?.scrollToIndex(length - 1, { align: "end" });
  }

  function goToAim() {
    isUntouched.current = timeline.shownSeq !== null;
    if (!isUntouched.current) follow();
    else if (list.current && scroller.current) goToShown(list.current, scroller.current, timeline, range, drawnAt);
  }

  /** Notes the list's position. While rows are measured the end runs ahead of the list: only a move up leaves it. */
  function look() {
    const box = scroller.current;
    if (!box || !isMeasured(list.current)) return;
    const isUpwards = box.scrollTop < seen.current.topPx;
    seen.current = scrollBoxOf(box);
    isPinned.current = hasEnd && isWithin(box, exactPx, isPinned.current && !isUpwards);
    const isNowAtEnd = hasEnd && isWithin(box, followPx, isAtEnd && !isUpwards);
    if (isNowAtEnd !== isAtEnd) setAtEnd(roomId, isNowAtEnd);
    lookAtEdges();
  }

  /** SCROLL-2: a list at its end stays there; one that nobody moved stays where it was led, in a window of another width. */
  function stay(): boolean {
    isPinned.current &&= !isOwnLine();
    if (isPinned.current) follow();
    else if (isUntouched.current && (isRecent() || !isWidthOf(scroller.current, seen.current))) goToAim();
    else return false;
    return true;
  }

  function onScroll() {
    // A window that changes its size moves the list before a listener has the size.
    if (!isSizeOf(scroller.current, seen.current)) stay();
    look();
    loadAhead();
  }

  // A row or the window has changed its size.
  function onResize() {
    if (!stay()) held.hold();
    look();
  }

  useLayoutEffect(() => {
    isPinned.current = false;
    goToAim();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each jump, wherever the list has come since
  }, [timeline.jumps, timeline.switches]);
  useLayoutEffect(() => {
    // The list goes to its end once the new rows are measured, and looks then: now either would lay them out once more.
    if (isAtEnd && hasEnd && !isOwnLine()) isPinned.current = true;
    else look();
    // oxlint-disable-next-line react/exhaustive-deps -- follows what arrives, not the wish to follow
  }, [length, range.to, range.lines.at(-1)]);

  const arrived = useArrived(liveRange(timeline), isAtEnd);
  return { ...edges, isPrepending, isAtEnd, arrived, onScroll, onScrollEnd: held.letGo, onResize, onTouched };
}

/** How many unread messages have come since the list left its end, or opened elsewhere (DEL-3, SIL-2b). */
function useArrived(live: HistoryRange | null, isAtEnd: boolean): number {
  const self = useAppState(me);
  const newest = live ? newestSeq(live) : 0;
  const [leftAtSeq, setLeftAtSeq] = useState(newest);
  if (isAtEnd && newest !== leftAtSeq) setLeftAtSeq(newest);
  return isAtEnd || !live ? 0 : arrivalsAfter(live, self, leftAtSeq).length;
}

/** True for exactly the render that prepends older rows to the same list: only then the distance from the end is held. */
function useIsPrepending(frontSeq: number, list: number): boolean {
  const [drawnSeq, setDrawnSeq] = useState(frontSeq);
  const [drawnList, setDrawnList] = useState(list);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- one drawn frame with the sign, the next without it
    setDrawnSeq(frontSeq);
    setDrawnList(list);
  }, [frontSeq, list]);
  return list === drawnList && frontSeq < drawnSeq;
}
