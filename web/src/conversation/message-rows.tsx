import { type ReactElement, type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import { type CacheSnapshot, Virtualizer, type VirtualizerHandle } from "virtua";
import type { HistoryRange, Timeline } from "../state/history/history-shape.ts";
import { messageAt } from "../state/history/message-log.ts";
import type { Message } from "../state/entities.ts";
import type { DrawnRows } from "./drawn-rows.ts";
import { withheld } from "./line.ts";
import { rowOfSeq } from "./use-list-edges.ts";
import type { useListScrolling } from "./use-list-scrolling.ts";

const screenfulAtFirst = 12;
/** How much is drawn beyond either edge of the screen, once what is on it was shown, px. */
const beyondEdgePx = 200;

interface Sizes {
  readonly cache: CacheSnapshot;
  readonly screenful: number;
  readonly rowPx: number;
}

/** PERF-12: by the message that a list begins with; shown again, its rows stand at their places before they are measured. */
const known = new WeakMap<Message, Sizes>();

interface MessageRowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly timeline: Timeline;
  readonly range: HistoryRange;
  readonly rows: DrawnRows;
  readonly scrolling: ReturnType<typeof useListScrolling>;
  readonly keepMounted: readonly number[];
  readonly children: (_hole: unknown, index: number) => ReactElement;
}

/**
 * The rows near the screen (OLDER-2). The first screenful is drawn together with all around the list, before that has measured its
 * window, and what is beyond it once the list stands still (PERF-12). At the end what comes together is drawn and measured together, not
 * row by row as the list comes down to it (PERF-12b).
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
      bufferSize={isStill ? beyondEdgePx : 0}
      keepMounted={[...mounted, ...keepMounted]}
      shift={scrolling.isPrepending}
      onScroll={scrolling.onScroll}
      onScrollEnd={() => {
        setStill(true);
        scrolling.onScrollEnd();
      }}
      onResize={scrolling.onResize}
    >
      {children}
    </Virtualizer>
  );
}

/** The indexes around the row of the aim, and as much below it as there is. */
function screenfulAt(aim: number, length: number, screenful = screenfulAtFirst): readonly number[] {
  const from = Math.max(0, aim === length - 1 ? length - screenful : aim - Math.ceil(screenful / 2));
  const to = Math.min(length, Math.max(from, aim) + screenful);
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Remembers what the rows were measured at when the list is left. */
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
