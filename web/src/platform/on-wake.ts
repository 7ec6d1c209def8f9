import type { Clock } from "./clock.ts";

/** How often the clock is looked at, ms. */
const tickMs = 10_000;
/** A tick that is later than this has been asleep, ms: well above what a busy page delays its timers by. */
const lateMs = 20_000;
/** The same for a page in the background: browsers let its timers run once a minute. */
const lateHiddenMs = 120_000;

/** Hears that the machine, or the page, has been asleep: a timer came far too late. Returns how to stop listening. */
export function onWake(clock: Clock, isHidden: () => boolean, hear: () => void): () => void {
  let cancel = tick();

  function tick(): () => void {
    const due = clock.now() + tickMs;
    return clock.later(tickMs, () => {
      cancel = tick();
      if (clock.now() - due > (isHidden() ? lateHiddenMs : lateMs)) hear();
    });
  }

  return () => cancel();
}
