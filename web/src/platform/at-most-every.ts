import type { Clock } from "./clock.ts";

/** Does work at once when asked, and what is asked for within a pause after it once, at the pause's end; `stop` forgets it. */
export function atMostEvery(pauseMs: number, clock: Clock, work: () => void) {
  let cancelPause: (() => void) | null = null;
  let isAsked = false;

  function ask(): void {
    isAsked = cancelPause !== null;
    if (isAsked) return;
    cancelPause = clock.later(pauseMs, () => {
      cancelPause = null;
      if (isAsked) ask();
    });
    work();
  }

  function stop(): void {
    cancelPause?.();
    cancelPause = null;
  }

  return { ask, stop };
}
