import { type ReactElement, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import type { Message } from "../state/entities.ts";
import { systemClock } from "../platform/clock.ts";
import type { DrawnRows } from "./drawn-rows.ts";
import { withheld } from "./drawn-message.ts";
import { rowOfSeq } from "./use-list-edges.ts";
import type { useListScrolling } from "./use-list-scrolling.ts";

const screenfulAtFirst = 12;
/** A room draws rows off screen only after this many ms, so that flipping through rooms draws none. */
const settledMs = 1000;
/** How many pixels beyond the screen rows are drawn, once somebody may scroll. */
const beyondEdgePx = 200;

interface Sizes {
  readonly cache: CacheSnapshot;
  readonly screenful: number;
  readonly rowPx: number;
}

/** PERF-12: measured sizes by a list's first message, so that a reopened list can be positioned before it is measured again. */
const known = new WeakMap<Message, Sizes>();

interface MessageRowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly rows: DrawnRows;
  readonly scrolling: ReturnType<typeof useListScrolling> & ReturnType<typeof useApproach>;
  readonly keepMounted: readonly number[];
  readonly children: (_hole: unknown, index: number) => ReactElement;
}

/**
 * The rows near the screen (OLDER-2). The first screenful is drawn with the surrounding page, before the list has measured its window, and
 * more soon after (PERF-12d). At the end, new rows are drawn and measured together, not one by one
 * (PERF-12b).
 */
export function MessageRows({ list, timeline, range, rows, scrolling, keepMounted, children }: MessageRowsProps) {
  const { length } = rows;
  const front = messageAt(range.log, withheld(range));
  const { shownSeq } = timeline;
  const aim = scrolling.isAtEnd || shownSeq === null ? length - 1 : rowOfSeq(shownSeq, range, rows.drawnAt);
  const [sizes] = useState(() => (front === null ? undefined : known.get(front)));
  const [isStill, setStill] = useState(false);
  const mounted = isStill && !scrolling.isAtEnd ? [] : screenfulAt(aim, length, sizes?.screenful);
  useKnownSizes(list, front, length);
  return (
    <Virtualizer
      ref={list}
      data={{ length }}
      {...(sizes && { cache: sizes.cache, itemSize: sizes.rowPx })}
      bufferSize={scrolling.isNear ? beyondEdgePx : 0}
      keepMounted={[...mounted, ...keepMounted]}
      shift={scrolling.isPrepending}
      onScroll={scrolling.onScroll}
      onScrollEnd={() => {
        if (scrolling.isNear) setStill(true);
        scrolling.onScrollEnd();
      }}
      onResize={scrolling.onResize}
    >
      {children}
    </Virtualizer>
  );
}

/** PERF-12d: whether a pointer or the focus has come to the list, or the room has been open for a while. */
export function useApproach() {
  const [isNear, setNear] = useState(false);
  const onNear = (): void => setNear(true);
  useEffect(() => systemClock.later(settledMs, () => setNear(true)), []);
  return { isNear, onNear };
}

function screenfulAt(aim: number, length: number, screenful = screenfulAtFirst): readonly number[] {
  const from = Math.max(0, aim === length - 1 ? length - screenful : aim - Math.ceil(screenful / 2));
  const to = Math.min(length, Math.max(from, aim) + screenful);
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function useKnownSizes(list: RefObject<VirtualizerHandle | null>, front: Message | null, length: number): void {
  const remember = useEffectEvent((handle: VirtualizerHandle) => {
    const { cache, viewportSize, scrollSize } = handle;
    const screenful = Math.max(1, length - handle.findItemIndex(scrollSize - viewportSize));
    if (front !== null && viewportSize > 0) known.set(front, { cache, screenful, rowPx: viewportSize / screenful });
  });
  useLayoutEffect(() => {
    const handle = list.current;
    return () => {
      if (handle) remember(handle);
    };
  }, [list]);
}
