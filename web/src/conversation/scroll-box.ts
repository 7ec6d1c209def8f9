import type { VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { indexAtSeq } from "../state/history/message-log.ts";
import { withheld } from "./line.ts";

/** How far down the screen the first unread message stands, as a fraction: the last read one shows above it. */
const unreadFromTop = 0.2;

/** Jumps to `shownSeq`: an unread message stands below the last read one, any other in the middle. */
export function goToShown(
  list: VirtualizerHandle,
  box: HTMLElement,
  { shownSeq, dividerSeq }: Timeline,
  range: HistoryRange,
  drawnAt: (row: number) => number,
) {
  const row = rowOfSeq(shownSeq ?? 0, range, drawnAt);
  const isUnread = shownSeq === dividerSeq;
  const offset = isUnread ? -Math.round(box.clientHeight * unreadFromTop) : 0;
  list.scrollToIndex(row, { align: isUnread || row === 0 ? "start" : "center", offset });
}

/** The row that draws the message of a `seq`, or the one in its place. */
export const rowOfSeq = (seq: number, range: HistoryRange, drawnAt: (row: number) => number): number =>
  drawnAt(Math.max(0, indexAtSeq(range.log, seq) - withheld(range)));

/** Beyond which side of the screen the unread divider is; null if visible or absent. */
export function sideOfDivider(
  list: VirtualizerHandle | null,
  divider: number,
  dividerSeq: number | null,
  range: HistoryRange,
) {
  if (list === null || dividerSeq === null) return null;
  if (divider < 0) return dividerSeq < range.from ? "above" : "below";
  if (list.findItemIndex(list.scrollOffset) > divider) return "above";
  return list.findItemIndex(list.scrollOffset + list.viewportSize) < divider ? "below" : null;
}

/** Whether a list has measured its window: before that it has no position. */
export const isMeasured = (list: VirtualizerHandle | null): boolean => list !== null && list.viewportSize > 0;

/** Whether a list stands within a distance of its end, or is scrolling to it. */
export const isWithin = (box: HTMLElement, px: number, isComing: boolean): boolean =>
  isComing || box.scrollHeight - box.clientHeight - box.scrollTop <= px;

/** A list's scroll position, and its window's size. */
interface ScrollBox {
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Before it was measured. */
export const nowhere: ScrollBox = { topPx: 0, widthPx: 0, heightPx: 0 };

export const scrollBoxOf = (box: HTMLElement): ScrollBox => ({
  topPx: box.scrollTop,
  widthPx: box.clientWidth,
  heightPx: box.clientHeight,
});

/** Whether a list's window has kept its size. */
export const isSizeOf = (box: HTMLElement | null, seen: ScrollBox): boolean =>
  isWidthOf(box, seen) && box?.clientHeight === seen.heightPx;

/** Whether a list's window has kept its width: composer and keyboard change its height alone. */
export const isWidthOf = (box: HTMLElement | null, { widthPx }: ScrollBox): boolean => box?.clientWidth === widthPx;
