import type { Clock } from "../platform/clock.ts";

/** Timers by key: one for each, the newest. */
export interface KeyedTimers {
  readonly start: (key: string, delayMs: number, run: () => void) => void;
  readonly cancel: (key: string) => void;
  readonly cancelAll: () => void;
}

export function createKeyedTimers(clock: Clock): KeyedTimers {
  const running = new Map<string, () => void>();
  const cancel = (key: string): void => {
    running.get(key)?.();
    running.delete(key);
  };
  return {
    cancel,
    start: (key, delayMs, run) => {
      cancel(key);
      const stop = clock.later(delayMs, () => {
        running.delete(key);
        run();
      });
      running.set(key, stop);
    },
    cancelAll: () => {
      for (const key of running.keys()) cancel(key);
    },
  };
}
