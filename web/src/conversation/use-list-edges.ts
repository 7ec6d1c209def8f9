import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { systemClock } from "../platform/clock.ts";
import { useDispatch } from "../state/app-context.ts";
import type { RoomId } from "../state/entities.ts";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { indexAtSeq } from "../state/history/message-log.ts";
import type { DrawnRows } from "./drawn-rows.ts";
import { type DrawnMessage, withheld } from "./drawn-message.ts";

export interface ListToScroll extends Omit<DrawnRows, "shapeAt" | "mosaicOf"> {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly roomId: RoomId;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
}

/** The row that draws the message at or after a `seq`. */
export const rowOfSeq = (seq: number, range: HistoryRange, drawnAt: (row: number) => number): number =>
  drawnAt(Math.max(0, indexAtSeq(range.log, seq) - withheld(range)));

const labelPx = 44;

/**
 * Tracks on which side the unread divider is off screen, and which day is on top while its heading is scrolled away (LOOK-3). Call `look`
 * on scrolling.
 */
export function useEdges(shown: ListToScroll) {
  const [dividerSide, setDividerSide] = useState<"above" | "below" | null>(null);
  const [top, setTop] = useState<Pick<DrawnMessage, "day" | "at"> | null>(null);

  function look(): void {
    const { list, scroller, drawnOf } = shown;
    const drawn = list.current && drawnOf(list.current.findItemIndex(list.current.scrollOffset));
    const next = drawn && scroller.current && isHeaded(scroller.current, drawn.day) ? null : drawn;
    setDividerSide(sideOfDivider(shown));
    setTop((last) => (next && last?.day === next.day ? last : next));
  }

  return { dividerSide, topDayAt: top?.at ?? null, look };
}

function sideOfDivider({ list: { current: list }, divider, timeline: { dividerSeq }, range }: ListToScroll) {
  if (list === null || dividerSeq === null) return null;
  if (divider < 0) return dividerSeq < range.from ? "above" : "below";
  if (list.findItemIndex(list.scrollOffset) > divider) return "above";
  return list.findItemIndex(list.scrollOffset + list.viewportSize) < divider ? "below" : null;
}

function isHeaded(box: HTMLElement, day: number): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return [...box.querySelectorAll("h3")].some((heading) => {
    const at = heading.getBoundingClientRect();
    return at.bottom > top && at.top < (heading.dataset["day"] === String(day) ? bottom : top + labelPx);
  });
}

const screensAhead = 2;
const settleMs = 200;

/** OLDER-2: requests more messages before either edge is reached; call the result on scrolling. */
export function useLoadAhead({ list, roomId, range, timeline: { jumps } }: ListToScroll): () => void {
  const dispatch = useDispatch();
  const isSettled = useIsSettled(jumps, settleMs, () => loadAhead());

  function loadAhead() {
    const handle = list.current;
    if (!handle || !isSettled()) return;
    const aheadPx = handle.viewportSize * screensAhead;
    if (range.older === "some" && handle.scrollOffset < aheadPx) dispatch({ type: "messages/older-asked", roomId });
    const belowPx = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    if (range.newer === "some" && belowPx < aheadPx) dispatch({ type: "messages/newer-asked", roomId });
  }

  // A page may be short, or scrolling may outpace the network.
  useEffect(loadAhead);
  return loadAhead;
}

/** Whether the last jump, including the opening, was at least `ms` ago; `onSettled` is called at that moment, without a redraw. */
export function useIsSettled(jumps: number, ms: number, onSettled?: () => void): () => boolean {
  const settledJumps = useRef(-1);
  const settle = useEffectEvent((at: number) => {
    settledJumps.current = at;
    onSettled?.();
  });
  useEffect(() => systemClock.later(ms, () => settle(jumps)), [jumps, ms]);
  return () => settledJumps.current === jumps;
}
