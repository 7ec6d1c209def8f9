import { useEffect, useEffectEvent } from "react";

/** Marks the history entry that stands for something open over the page, or over that. */
const overMarks = ["cuplaj.over", "cuplaj.over.2", "cuplaj.below"] as const;

/** Whether the history stands at such an entry. */
export const isOverPage = (): boolean => overMarks.includes(history.state);

/** The same for what is open, and goes with the page. */
export const isOpenOverPage = (): boolean => isOverPage() && history.state !== overMarks[2];

/** Whether the entry of what has just closed is leaving the history: the browser says so a moment later. */
let isLeaving = false;

/**
 * While mounted, the back button closes it and leaves the page. Closed otherwise, its entry leaves the history. At depth 1 it lies
 * over something else that back closes; what is below is nothing open, but a way back that anything may open over.
 */
export function useBackToClose(close: () => void, depth: 0 | 1 | "below" = 0): void {
  const onBack = useEffectEvent(close);
  const mark = overMarks[depth === "below" ? 2 : depth];
  useEffect(() => {
    const enter = () => {
      // After a reload the entry is there already, with nothing open.
      if (history.state !== mark) history.pushState(mark, "");
    };
    // What opens in the place of something that closes has an entry of its own, once the other's is gone.
    if (isLeaving) window.addEventListener("popstate", enter, { once: true });
    else enter();
    const listener = () => {
      // Back from what lay over this.
      if (history.state !== mark) onBack();
    };
    window.addEventListener("popstate", listener);
    return () => {
      window.removeEventListener("popstate", enter);
      window.removeEventListener("popstate", listener);
      if (history.state === mark && !isLeaving) leave();
    };
  }, [mark]);
}

function leave(): void {
  isLeaving = true;
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  history.back();
}
