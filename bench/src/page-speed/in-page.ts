/** What the page notes of itself; all times in ms. */
interface PageTimes {
  /** Longest time from each press or click to the next paint, by interaction (https://web.dev/articles/inp). */
  interactions: Map<number, number>;
  /** Time that the main thread did nothing else, of tasks over 50 ms. */
  longTasks: number[];
  /** From the press on a room's row to the paint with its messages. */
  switchMs: number | null;
}

declare global {
  interface Window {
    times: PageTimes;
  }
}

/** Runs in the page before its scripts. */
export function noteTimes(): void {
  const times: PageTimes = { interactions: new Map(), longTasks: [], switchMs: null };
  window.times = times;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      times.interactions.set(
        entry.interactionId,
        Math.max(entry.duration, times.interactions.get(entry.interactionId) ?? 0),
      );
    }
    // The type of the options does not know events yet.
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  const shown = (): string => {
    const list = document.querySelector("[data-scroller]");
    return list?.querySelector("article") ? (list.getAttribute("aria-label") ?? "") : "";
  };
  const onPress = (event: PointerEvent): void => {
    if (!(event.target instanceof Element) || !event.target.closest("nav a")) return;
    const before = shown();
    times.switchMs = null;
    const look = (): void => {
      const now = shown();
      if (now === "" || now === before) requestAnimationFrame(look);
      // What is in the page by now is painted with this frame: the next one begins after it.
      else requestAnimationFrame(() => (times.switchMs = performance.now() - event.timeStamp));
    };
    requestAnimationFrame(look);
  };
  window.addEventListener("pointerdown", onPress, { capture: true });
}
