import type { Clock } from "./clock.ts";

/** Runs `work` at once, then pauses. Calls during the pause are merged into one at its end, which `stop` cancels. */
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
