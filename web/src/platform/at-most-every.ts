import type { Clock } from "./clock.ts";

/** Works at once when asked, then pauses; calls within the pause are one, worked off at its end. `stop` cancels that. */
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
