import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import { me } from "../state/selectors.ts";
import { arrivalsAfter } from "./arrivals.ts";
import { liveRange, newestSeq, showsEnd } from "../state/history/timeline.ts";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { type Line, withheld } from "./line.ts";
import {
  goToShown,
  isMeasured,
  isSizeOf,
  isWidthOf,
  isWithin,
  nowhere,
  scrollBoxOf,
  sideOfDivider,
} from "./scroll-box.ts";
import { useHeldPosition } from "./use-held-position.ts";
import { useIsSettled, useUntouched } from "./use-untouched.ts";
import { systemClock } from "../platform/clock.ts";

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

  /** SCROLL-2: a list at its end stays there; SCROLL-2a: one that nobody moved stays where it was led, in a window of another width. */
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

/** How many unread messages have come since the list left its end, or opened elsewhere (DEL-3b, SIL-2b). */
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

/** How much of a list's top the label of its day takes, px: the next day's heading does not stand behind it. */
const labelPx = 44;

interface ListWithEdges {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lineOf: (row: number) => Line | null;
  readonly divider: number;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
}

/**
 * What is beyond a list's edges: the side of the unread divider, and a time of the day at its top while that day's heading is above
 * it (LOOK-3). `look` follows the list.
 */
function useEdges({ list, scroller, lineOf, divider, timeline, range }: ListWithEdges) {
  const [dividerSide, setDividerSide] = useState<"above" | "below" | null>(null);
  const [top, setTop] = useState<Pick<Line, "day" | "at"> | null>(null);

  function look(): void {
    const line = list.current && lineOf(list.current.findItemIndex(list.current.scrollOffset));
    const next = line && scroller.current && isHeaded(scroller.current, line.day) ? null : line;
    setDividerSide(sideOfDivider(list.current, divider, timeline.dividerSeq, range));
    setTop((last) => (next && last?.day === next.day ? last : next));
  }

  return { dividerSide, topDayAt: top?.at ?? null, look };
}

/** Whether this day's heading is in sight, as below the lines of a conversation's beginning, or another one's at the top. */
function isHeaded(box: HTMLElement, day: number): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll("h3")].some((heading) => {
    const at = heading.getBoundingClientRect();
    return at.bottom > top && at.top < (heading.dataset["day"] === String(day) ? bottom : top + labelPx);
  });
}

/** More messages are requested below this many screens on a side. */
const screensAhead = 2;
/** After a jump the list is measured this long before more is requested, ms. */
const settleMs = 200;

interface ListToFill {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly roomId: RoomId;
  readonly range: HistoryRange;
  readonly jumps: number;
}

/** OLDER-3: requests more of a range before its edge is reached, on either side; the result is to be called on scrolling. */
function useLoadAhead({ list, roomId, range, jumps }: ListToFill): () => void {
  const { loadOlderMessages, loadNewerMessages } = useCommands();
  const isSettled = useIsSettled(jumps, settleMs, () => loadAhead());

  function loadAhead() {
    const handle = list.current;
    if (!handle || !isSettled()) return;
    const aheadPx = handle.viewportSize * screensAhead;
    if (range.older === "some" && handle.scrollOffset < aheadPx) loadOlderMessages(roomId);
    const belowPx = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    if (range.newer === "some" && belowPx < aheadPx) loadNewerMessages(roomId);
  }

  // After a short page, or when scrolling outpaces the network.
  useEffect(loadAhead);
  return loadAhead;
}

/** How long after a press in the list a line counts as what it did, ms. */
const pressedMs = 1000;

/**
 * MSG-9e: answers whether a list has only got the line of an action that was just pressed there. It stays below the end, so that
 * the message stays under the pointer.
 */
function useOwnLine(scroller: RefObject<HTMLElement | null>, length: number): () => boolean {
  const pressed = useRef({ at: -Infinity, length });
  useEffect(() => {
    const box = scroller.current;
    function listen({ target }: PointerEvent) {
      const isAction = target instanceof Element && target.closest("article button") !== null;
      if (isAction) pressed.current = { at: systemClock.now(), length };
    }
    box?.addEventListener("pointerdown", listen);
    return () => box?.removeEventListener("pointerdown", listen);
  }, [scroller, length]);
  return () => pressed.current.length === length && systemClock.now() - pressed.current.at < pressedMs;
}
