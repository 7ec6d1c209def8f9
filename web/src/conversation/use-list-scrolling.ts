import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryRange } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import { me } from "../state/selectors.ts";
import { arrivalsAfter } from "../state/messages/read-messages.ts";
import { liveRange, newestSeq, showsEnd } from "../state/history/timeline.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { withheld } from "./drawn-message.ts";
import { type ListToScroll, rowOfSeq, useEdges, useIsSettled, useLoadAhead } from "./use-list-edges.ts";
import { useHeldPosition } from "./use-held-position.ts";
import { systemClock } from "../platform/clock.ts";

const followPx = 100;
/** A list within this many pixels of its end counts as at the end, and stays there when anything grows. */
const exactPx = 2;
const untouchedMs = 1000;
/** How far down the screen the first unread message goes, as a fraction, so that the last read one shows above it. */
const unreadFromTop = 0.2;

/** Scrolls the message list: jumps to targets, follows its end and loads ahead, but never moves the text being read. */
export function useListScrolling(shown: ListToScroll) {
  const { list, scroller, roomId, timeline, range, length } = shown;
  const dispatch = useDispatch();
  const isAtEnd = useAppState((state) => state.attention.isAtEnd);
  const isPrepending = useIsPrepending(messageAt(range.log, withheld(range))?.seq ?? 0, timeline.switches);
  const held = useHeldPosition({ list, scroller, isPrepending, endSeq: newestSeq(range), length });
  const loadAhead = useLoadAhead(shown);
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
    if (isUntouched.current) goToShown(shown);
    else follow();
  }

  /** Notes the list's position. While rows are measured the end moves ahead of the list, so only a move up leaves the end. */
  function look() {
    const box = scroller.current;
    if (!box || !isMeasured(list.current)) return;
    const isUpwards = box.scrollTop < seen.current.topPx;
    const toEndPx = box.scrollHeight - box.clientHeight - box.scrollTop;
    seen.current = { topPx: box.scrollTop, widthPx: box.clientWidth, heightPx: box.clientHeight };
    isPinned.current = hasEnd && (toEndPx <= exactPx || (isPinned.current && !isUpwards));
    const isNowAtEnd = hasEnd && (toEndPx <= followPx || (isAtEnd && !isUpwards));
    if (isNowAtEnd !== isAtEnd) dispatch({ type: "messages/end-changed", roomId, isAtEnd: isNowAtEnd });
    lookAtEdges();
  }

  /** SCROLL-2: a list at its end stays there; an untouched one returns to its target soon after a jump, or if the width changes. */
  function stay(): boolean {
    isPinned.current &&= !isOwnLine();
    if (isPinned.current) follow();
    else if (isUntouched.current && (isRecent() || scroller.current?.clientWidth !== seen.current.widthPx)) goToAim();
    else return false;
    return true;
  }

  function onScroll() {
    // A resize moves the list before any listener learns of it.
    if (!isSizeOf(scroller.current, seen.current)) stay();
    look();
    loadAhead();
  }

  function onResize() {
    if (!stay()) held.hold();
    look();
  }

  useLayoutEffect(() => {
    isPinned.current = false;
    goToAim();
    // oxlint-disable-next-line react/exhaustive-deps -- it must run only once for each jump
  }, [timeline.jumps, timeline.switches]);
  useLayoutEffect(() => {
    // The list moves to its end, and `look` runs, after the new rows are measured: doing so now would lay them out twice.
    if (isAtEnd && hasEnd && !isOwnLine()) isPinned.current = true;
    else look();
    // oxlint-disable-next-line react/exhaustive-deps -- it must run only when rows arrive
  }, [length, range.to, range.lines.at(-1)]);

  const arrived = useArrived(liveRange(timeline), isAtEnd);
  return { ...edges, isPrepending, isAtEnd, arrived, onScroll, onScrollEnd: held.letGo, onResize, onTouched };
}

const isMeasured = (list: VirtualizerHandle | null): boolean => list !== null && list.viewportSize > 0;

const nowhere = { topPx: 0, widthPx: 0, heightPx: 0 };

const isSizeOf = (box: HTMLElement | null, seen: typeof nowhere): boolean =>
  box?.clientWidth === seen.widthPx && box.clientHeight === seen.heightPx;

/** Whether nobody has moved the list since its last jump, and whether that jump is recent; call `onTouched` on user input. */
function useUntouched(jumps: number) {
  const isUntouched = useRef(false);
  const isSettled = useIsSettled(jumps, untouchedMs);
  return {
    isUntouched,
    isRecent: (): boolean => !isSettled(),
    onTouched: (): void => {
      isUntouched.current = false;
    },
  };
}

/** Scrolls to `shownSeq`: the first unread message is placed near the top, any other in the middle. */
function goToShown({ list, scroller, timeline: { shownSeq, dividerSeq }, range, drawnAt }: ListToScroll): void {
  const row = rowOfSeq(shownSeq ?? 0, range, drawnAt);
  const isUnread = shownSeq === dividerSeq;
  const offset = isUnread ? -Math.round((scroller.current?.clientHeight ?? 0) * unreadFromTop) : 0;
  list.current?.scrollToIndex(row, { align: isUnread || row === 0 ? "start" : "center", offset });
}

/** How many unread messages have arrived since the list left its end, or since it opened elsewhere (DEL-3, SIL-2b). */
function useArrived(live: HistoryRange | null, isAtEnd: boolean): number {
  const self = useAppState(me);
  const newest = live ? newestSeq(live) : 0;
  const [leftAtSeq, setLeftAtSeq] = useState(newest);
  if (isAtEnd && newest !== leftAtSeq) setLeftAtSeq(newest);
  return isAtEnd || !live ? 0 : arrivalsAfter(live, self, leftAtSeq).length;
}

/** True only in the render that prepends older rows to the same list: only then is the distance from the end kept. */
function useIsPrepending(frontSeq: number, list: number): boolean {
  const [drawnSeq, setDrawnSeq] = useState(frontSeq);
  const [drawnList, setDrawnList] = useState(list);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- only one frame must be drawn as a prepend
    setDrawnSeq(frontSeq);
    setDrawnList(list);
  }, [frontSeq, list]);
  return list === drawnList && frontSeq < drawnSeq;
}

const pressedMs = 1000;

/** MSG-9e: whether the only new line comes from an action just pressed. It stays below the end, so that nothing moves under the pointer. */
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
