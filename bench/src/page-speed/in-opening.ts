/** When a page opened at a conversation had what, ms since it was asked for. */
export interface OpeningTimes {
  /** The first row of the list is in the document. */
  readonly listMs: number;
  /** The first message is in the document. */
  readonly messageMs: number;
  /** The frame with that is drawn. */
  readonly paintedMs: number;
}

declare global {
  interface Window {
    opening: Promise<OpeningTimes>;
  }
}

/** Runs in the page before its scripts. */
export function noteOpening(): void {
  const present = async (selector: string): Promise<number> =>
    new Promise((resolve) => {
      const seen = new MutationObserver(() => {
        if (document.querySelector(selector) === null) return;
        seen.disconnect();
        resolve(performance.now());
      });
      seen.observe(document, { childList: true, subtree: true });
    });
  const painted = async (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // The first task after the frame.
        port1.addEventListener("message", () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      });
    });
  const message = present("[data-scroller] article").then(async (messageMs) => ({
    messageMs,
    paintedMs: await painted(),
  }));
  const list = present("nav a[href^='/view/']");
  window.opening = Promise.all([list, message]).then(([listMs, times]) => ({ listMs, ...times }));
}

/** Runs in the page. */
export const openingTimes = (): Promise<OpeningTimes> => window.opening;
