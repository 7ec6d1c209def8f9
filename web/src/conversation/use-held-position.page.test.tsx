import { useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { VirtualizerHandle } from "virtua";
import { expect, test } from "vitest";
import { useHeldPosition } from "./use-held-position.ts";

/** A 600 px list as its virtualizer sees it: prepending rows keeps the distance from the end. */
function listOf(heights: number[]) {
  const windowPx = 600;
  const total = () => heights.reduce((sum, height) => sum + height, 0);
  const offsetOf = (row: number) => heights.slice(0, row).reduce((sum, height) => sum + height, 0);
  const box = { scrollTop: 0, scrollBy: ({ top }: { top: number }) => moveTo(box.scrollTop + top) };
  function moveTo(top: number) {
    box.scrollTop = Math.max(0, Math.min(top, total() - windowPx));
  }
  function keepingEnd(change: () => void) {
    const before = total();
    change();
    moveTo(box.scrollTop + total() - before);
  }
  const handle = {
    findItemIndex: (offset: number) =>
      Math.max(
        0,
        heights.findIndex((_, row) => offsetOf(row + 1) > offset),
      ),
    getItemOffset: offsetOf,
    get scrollSize() {
      return Math.max(total(), windowPx);
    },
  };
  return {
    box,
    list: { current: handle as unknown as VirtualizerHandle },
    scroller: { current: box as unknown as HTMLElement },
    prepend: (count: number, height: number) => keepingEnd(() => heights.unshift(...Array<number>(count).fill(height))),
    measure: (upto: number, height: number) => keepingEnd(() => heights.fill(height, 0, upto)),
  };
}

test.each([
  ["still is, until the older rows are measured", 10, 5, 10],
  ["is no longer", 10, 5, 40],
])(
  "[OLDER-2] a list that was shorter than its window, and %s, keeps its rows in place",
  (_case, rows, count, guess) => {
    const { list, scroller, box, prepend, measure } = listOf(Array<number>(rows).fill(50));
    let hold = (): void => undefined;
    function List({ length, isPrepending }: { readonly length: number; readonly isPrepending: boolean }) {
      const held = useHeldPosition({ list, scroller, isPrepending, endSeq: 1, length });
      useLayoutEffect(() => {
        hold = () => held.hold();
      }, [held]);
      return null;
    }
    const root = createRoot(document.createElement("div"));
    flushSync(() => root.render(<List length={rows} isPrepending={false} />));
    prepend(count, guess);
    flushSync(() => root.render(<List length={rows + count} isPrepending />));
    flushSync(() => root.render(<List length={rows + count} isPrepending={false} />));
    measure(count, 100);
    hold();
    expect(box.scrollTop).toBe(rows * 50 + count * 100 - 600);
    root.unmount();
  },
);
