/** Times collected in the page, ms. */
interface PageTimes {
  /** Times from each key, press and click to the next painted frame. */
  interactions: number[];
  /** The durations of main-thread tasks over 50 ms. */
  longTasks: number[];
  /** The time from pressing a room's row until its messages are painted; null until then. */
  switchMs: number | null;
}

declare global {
  interface Window {
    times: PageTimes;
  }
}

export function noteTimes(): void {
  const times: PageTimes = { interactions: [], longTasks: [], switchMs: null };
  window.times = times;
  // The browser's own event timing does not work: in headless mode, changes outside its small surface are never presented.
  const timeEvent = ({ timeStamp }: Event): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The message is the first task after the frame.
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
      // The messages are painted with this frame, and the next frame starts after that.
      else requestAnimationFrame(() => (times.switchMs = performance.now() - event.timeStamp));
    };
    requestAnimationFrame(look);
  };
  window.addEventListener("pointerdown", onPress, { capture: true });
}
