import { type RefObject, useLayoutEffect, useRef } from "react";
import type { VirtualizerHandle } from "virtua";

interface PositionToHold {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly isPrepending: boolean;
  readonly endSeq: number;
  readonly length: number;
}

interface Held {
  readonly row: number;
  readonly rowTopPx: number;
  readonly sizePx: number;
}

/**
 * OLDER-2: after a prepend the list keeps its distance from the end until scrolling stops, so measuring a row below the screen would move
 * the text being read. `hold` undoes that move after rows change size, and `letGo` stops doing so once scrolling has stopped.
 */
export function useHeldPosition({ list, scroller, isPrepending, endSeq, length }: PositionToHold) {
  const held = useRef<Held | null>(null);
  const drawnLength = useRef(length);

  useLayoutEffect(() => {
    const added = length - drawnLength.current;
    drawnLength.current = length;
    if (!isPrepending || !list.current || !scroller.current) return;
    // A list shorter than its window now shows older rows, which nobody was reading.
    held.current = heldAt(list.current, Math.max(added, list.current.findItemIndex(scroller.current.scrollTop)));
  }, [isPrepending, length, list, scroller]);

  // OLDER-2: messages appended at the end make the list longer without a move to undo.
  useLayoutEffect(() => {
    if (!isPrepending && held.current && list.current) held.current = heldAt(list.current, held.current.row);
    // oxlint-disable-next-line react/exhaustive-deps -- it must run only when the end changes
  }, [endSeq, length, list]);

  return {
    hold: () => {
      const before = held.current;
      if (!before || !list.current || !scroller.current) return;
      const after = heldAt(list.current, before.row);
      held.current = after;
      const belowPx = after.sizePx - before.sizePx - (after.rowTopPx - before.rowTopPx);
      if (belowPx !== 0) scroller.current.scrollBy({ top: -belowPx, behavior: "instant" });
    },
    letGo: () => {
      held.current = null;
    },
  };
}

const heldAt = (list: VirtualizerHandle, row: number): Held => ({
  row,
  rowTopPx: list.getItemOffset(row),
  sizePx: list.scrollSize,
});
