import { systemClock } from "./clock.ts";

/** How long to wait where the browser does not tell when it is idle, ms. */
const otherwiseMs = 500;

/** Runs something when the page has nothing more urgent to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(run, { timeout: 5000 });
  else systemClock.later(otherwiseMs, run);
}
