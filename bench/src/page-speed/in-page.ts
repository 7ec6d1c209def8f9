/** What the page notes of itself; all times in ms. */
interface PageTimes {
  /** Time from each key, press and click until the frame is drawn that follows it. */
  interactions: number[];
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
  const times: PageTimes = { interactions: [], longTasks: [], switchMs: null };
  window.times = times;
  // Not by the browser's own event timing: without a window, what changes outside of its small surface is never presented.
  const timeEvent = ({ timeStamp }: Event): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The first task after the frame.
      port1.addEventListener("message", () => times.interactions.push(performance.now() - timeStamp));
      port1.start();
      port2.postMessage(null);
    });
  };
  for (const type of ["keydown", "pointerdown", "click"]) {
    window.addEventListener(type, timeEvent, { capture: true, passive: true });
  }
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
