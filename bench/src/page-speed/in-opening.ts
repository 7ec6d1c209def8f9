/** Milestones of opening a conversation, ms since navigation. */
export interface OpeningTimes {
  readonly listMs: number;
  readonly messageMs: number;
  /** When the frame that shows the message was painted. */
  readonly paintedMs: number;
}

declare global {
  interface Window {
    opening: Promise<OpeningTimes>;
  }
}

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
        // The message is the first task after the frame.
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

/** Runs in the page: the milestones of its opening. */
export const openingTimes = (): Promise<OpeningTimes> => window.opening;
