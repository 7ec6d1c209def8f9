import { type RefObject, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import type { Line } from "./line.ts";
import { sideOfDivider } from "./scroll-box.ts";

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
export function useEdges({ list, scroller, lineOf, divider, timeline, range }: ListWithEdges) {
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
