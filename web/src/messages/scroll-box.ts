import type { VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../history/history-shape.ts";
import { indexAtSeq } from "../history/message-log.ts";
import { withheld } from "./line.ts";

/** The first unread message stands this far down the screen, as a part of it: what was read last is seen above it. */
const unreadFromTop = 0.2;

/** Where a list goes that is to show what stands at `shownSeq`: an unread message below what was read last, any other in the middle. */
export function goToShown(
  list: VirtualizerHandle,
  box: HTMLElement,
  { shownSeq, dividerSeq }: Timeline,
  range: HistoryRange,
) {
  const row = Math.max(0, indexAtSeq(range.log, shownSeq ?? 0) - withheld(range));
  const isUnread = shownSeq === dividerSeq;
  const offset = isUnread ? -Math.round(box.clientHeight * unreadFromTop) : 0;
  list.scrollToIndex(row, { align: isUnread || row === 0 ? "start" : "center", offset });
}

/** On which side of the screen the unread divider is; null where it is seen, or there is none. */
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

/** Goes to the end at once. */
export const goToBottom = (box: HTMLElement | null): void =>
  box?.scrollTo({ top: box.scrollHeight, behavior: "instant" });

/** Whether a row was drawn: before that there is nothing to stand at. */
export const isDrawn = (box: HTMLElement): boolean => box.lastElementChild?.childElementCount !== 0;

/** Whether a list stands within a distance of its end, or is on its way there. */
export const isWithin = (box: HTMLElement, px: number, isComing: boolean): boolean =>
  isComing || box.scrollHeight - box.clientHeight - box.scrollTop <= px;

/** Where a list stands, and how large its window is. */
interface ScrollBox {
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Before a list was looked at. */
export const nowhere: ScrollBox = { topPx: 0, widthPx: 0, heightPx: 0 };

export const scrollBoxOf = (box: HTMLElement): ScrollBox => ({
  topPx: box.scrollTop,
  widthPx: box.clientWidth,
  heightPx: box.clientHeight,
});

/** Whether a list's window is as large as it was. */
export const isSizeOf = (box: HTMLElement | null, { widthPx, heightPx }: ScrollBox): boolean =>
  box?.clientWidth === widthPx && box.clientHeight === heightPx;
