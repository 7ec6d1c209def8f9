import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { useSettled } from "../platform/use-settled.ts";
import type { HistoryRange, Timeline } from "../history/history-shape.ts";
import type { RoomId } from "../state/entities.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import { withheld } from "./line.ts";
import { indexAtSeq, messageAt } from "../history/message-log.ts";
import { liveRange, newestSeq, showsEnd } from "../history/timeline.ts";
import { useHeldPlace } from "./use-held-place.ts";

/** Within this distance of its end the list follows new messages. */
const followPx = 100;
/** Up to here the list counts as standing exactly at its end, and stays there when anything grows. */
const exactPx = 2;
/** More messages are asked for while this many screens are still left on a side. */
const screensAhead = 2;
/** The first unread message stands this far down the screen, as a part of it: what was read last is seen above it. */
const unreadFromTop = 0.2;
/** After a jump the list is measured for so long before more is asked for, ms. */
const settleMs = 200;

interface ListToScroll {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly divider: number;
  readonly length: number;
}

/** How the message list moves: where it is told to, along at its end, with more ahead on both sides, and never under a reader. */
export function useListScrolling({ list, scroller, roomId, timeline, range, divider, length }: ListToScroll) {
  const { setAtEnd, loadOlderMessages, loadNewerMessages, showEnd, showMessage } = useCommands();
  const isAtEnd = useChat((state) => state.attention.isAtEnd);
  const unreadSeq = useChat((state) => state.unreadPlaces[roomId] ?? null);
  const isPrepending = useIsPrepending(messageAt(range.log, withheld(range))?.seq ?? 0, timeline.switches);
  const place = useHeldPlace({ list, scroller, isPrepending, endSeq: length + (range.log.length && newestSeq(range)) });
  const isSettled = useSettled(timeline.jumps, settleMs) === timeline.jumps;
  const [leftAtSeq, setLeftAtSeq] = useState(0);
  const [dividerSide, setDividerSide] = useState<"above" | "below" | null>(null);
  const seen = useRef({ topPx: 0, widthPx: 0, heightPx: 0 });
  const isPinned = useRef(false);
  const live = liveRange(timeline);
  const hasEnd = showsEnd(timeline);

  function follow() {
    isPinned.current = true;
    list.current?.scrollToIndex(length - 1, { align: "end" });
  }

  function goToAim() {
    const { shownSeq, dividerSeq } = timeline;
    if (shownSeq === null) {
      follow();
      return;
    }
    isPinned.current = false;
    const row = Math.max(0, indexAtSeq(range.log, shownSeq) - withheld(range));
    const isUnread = shownSeq === dividerSeq;
    const offset = isUnread ? -Math.round((scroller.current?.clientHeight ?? 0) * unreadFromTop) : 0;
    list.current?.scrollToIndex(row, { align: isUnread || row === 0 ? "start" : "center", offset });
  }

  function loadAhead() {
    const handle = list.current;
    if (!handle || !isSettled) return;
    const aheadPx = handle.viewportSize * screensAhead;
    if (range.older === "some" && handle.scrollOffset < aheadPx) loadOlderMessages(roomId);
    const belowPx = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    if (range.newer === "some" && belowPx < aheadPx) loadNewerMessages(roomId);
  }

  /** Notes where the list stands. A resize may have moved it by itself: only a hand leaves the end. */
  function look(box: HTMLElement) {
    // Before the first row is drawn there is nothing to stand at.
    if (box.lastElementChild?.childElementCount === 0) return;
    const gapPx = box.scrollHeight - box.clientHeight - box.scrollTop;
    const isUpwards = box.scrollTop < seen.current.topPx;
    seen.current = { topPx: box.scrollTop, widthPx: box.clientWidth, heightPx: box.clientHeight };
    isPinned.current = hasEnd && (gapPx <= exactPx || (isPinned.current && !isUpwards));
    // While rows are measured the end runs ahead of the list, which is on its way there.
    const isNowAtEnd = hasEnd && (gapPx <= followPx || (isAtEnd && !isUpwards));
    if (isNowAtEnd !== isAtEnd) {
      if (!isNowAtEnd) setLeftAtSeq(live ? newestSeq(live) : 0);
      setAtEnd(roomId, isNowAtEnd);
    }
    setDividerSide(sideOfDivider());
  }

  function sideOfDivider() {
    const handle = list.current;
    const { dividerSeq } = timeline;
    if (!handle || dividerSeq === null) return null;
    if (divider < 0) return dividerSeq < range.from ? "above" : "below";
    if (handle.findItemIndex(handle.scrollOffset) > divider) return "above";
    return handle.findItemIndex(handle.scrollOffset + handle.viewportSize) < divider ? "below" : null;
  }

  function onScroll() {
    const box = scroller.current;
    if (!box) return;
    const { widthPx, heightPx } = seen.current;
    if (isPinned.current && (box.clientWidth !== widthPx || box.clientHeight !== heightPx)) toBottom(box);
    look(box);
    loadAhead();
  }

  // What stood exactly at the end stays there when a row or the window changes its size; what is being read stays too.
  function onResize() {
    const box = scroller.current;
    if (!box) return;
    if (isPinned.current) toBottom(box);
    else place.hold();
    look(box);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "End") showEnd(roomId);
    else if (event.key === "Home") showMessage(roomId, 1);
    else return;
    // The browser's own way there is smooth, and stops short where rows are measured meanwhile.
    event.preventDefault();
  }

  // oxlint-disable-next-line react/exhaustive-deps -- once for each jump, wherever the list has come since
  useLayoutEffect(goToAim, [timeline.jumps, timeline.switches]);
  useLayoutEffect(() => {
    if (isAtEnd && hasEnd) follow();
    // oxlint-disable-next-line react/exhaustive-deps -- follows what arrives, not the wish to follow
  }, [length]);
  useLayoutEffect(() => {
    if (scroller.current && timeline.jumps > 0) look(scroller.current);
    // oxlint-disable-next-line react/exhaustive-deps -- the end of what is shown became the live end
  }, [range.to]);
  // A page that was short, or a hand that is faster than the network.
  useEffect(loadAhead);

  return {
    isPrepending,
    isAtEnd,
    /** On which side of the screen the first unread message is; null where it is seen, or there is none. */
    unreadSide: unreadSeq === null ? null : dividerSide,
    /** Messages that have come since the end was left. */
    arrived: isAtEnd || !live ? 0 : live.log.length - indexAtSeq(live.log, leftAtSeq + 1),
    onScroll,
    onScrollEnd: place.letGo,
    onResize,
    onKeyDown,
    toEnd: () => showEnd(roomId),
    toFirstUnread: () => unreadSeq !== null && showMessage(roomId, unreadSeq),
  };
}

const toBottom = (box: HTMLElement): void => box.scrollTo({ top: box.scrollHeight, behavior: "instant" });

/** True for exactly the render in which older rows come in front of the same list: only then the place is kept from the end. */
function useIsPrepending(frontSeq: number, list: number): boolean {
  const [drawn, setDrawn] = useState({ frontSeq, list });
  // oxlint-disable-next-line react/set-state-in-effect -- one drawn frame with the sign, the next without it
  useLayoutEffect(() => setDrawn({ frontSeq, list }), [frontSeq, list]);
  return list === drawn.list && frontSeq < drawn.frontSeq;
}
