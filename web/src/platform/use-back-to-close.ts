import { useEffect, useEffectEvent } from "react";

/** Open over the page; or below that: nothing open, but a way back that anything may open over. */
type Kind = "over" | "below";

/** Marks the history entry that stands for something over the page; the level counts those that lie over one another, from 1 on. */
const markOf = (kind: Kind, level: number): string => `cuplaj.${kind}.${level}`;

const levelOf = (entry: unknown): number => Number(/^cuplaj\.(?:over|below)\.(\d+)$/.exec(String(entry))?.[1] ?? 0);

/** Whether the history stands at such an entry. */
export const isOverPage = (): boolean => levelOf(history.state) > 0;

/** The same for what is open, and goes with the page. */
export const isOpenOverPage = (): boolean => history.state === markOf("over", levelOf(history.state));

/** The levels of what is over the page now. */
const levels = new Set<number>();

/** Whether the entry of what has just closed is leaving the history: the browser says so a moment later. */
let isLeaving = false;

/**
 * While mounted, the back button closes it and leaves the page, and what lies below it; null leaves the button to the page. Closed
 * otherwise, its entry leaves the history.
 */
export function useBackToClose(close: (() => void) | null, kind: Kind = "over"): void {
  const onBack = useEffectEvent(() => close?.());
  const isWanted = close !== null;
  useEffect(() => {
    if (!isWanted) return;
    const level = Math.max(0, ...levels) + 1;
    const mark = markOf(kind, level);
    levels.add(level);
    const enter = () => {
      // After a reload the entry is there already, with nothing open.
      if (history.state !== mark) history.pushState(mark, "");
    };
    // What opens in the place of something that closes has an entry of its own, once the other's is gone.
    if (isLeaving) window.addEventListener("popstate", enter, { once: true });
    else enter();
    const listener = () => {
      // Back from what lay over this leads here.
      if (levelOf(history.state) < level) onBack();
    };
    window.addEventListener("popstate", listener);
    return () => {
      levels.delete(level);
      window.removeEventListener("popstate", enter);
      window.removeEventListener("popstate", listener);
      if (history.state === mark && !isLeaving) leave();
    };
  }, [kind, isWanted]);
}

function leave(): void {
  isLeaving = true;
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  history.back();
}
