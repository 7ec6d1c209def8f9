import type { Part } from "../part.ts";
import type { TimersEffects } from "./timers-shape.ts";
import type { Clock } from "../../platform/clock.ts";

export const timersPart: Part<object, object, TimersEffects> = {
  initial: {},
  handlers: {},
  run: ({ store, clock }) => {
    const timers = createKeyedTimers(clock);
    return {
      dispatch: ({ event }) => store.dispatch(event),
      "dispatch-later": ({ key, delayMs, event, keepsSooner }) =>
        timers.start(key, delayMs, () => store.dispatch(event), keepsSooner),
      "cancel-later": ({ key }) => timers.cancel(key),
      "cancel-all-later": () => timers.cancelAll(),
    };
  },
};

/** Timers by key, one for each. */
interface KeyedTimers {
  /** Replaces the timer of the key; with `keepsSooner` only one that is due later. */
  readonly start: (key: string, delayMs: number, run: () => void, keepsSooner?: boolean) => void;
  readonly cancel: (key: string) => void;
  readonly cancelAll: () => void;
}

/** Builds timers on a clock. */
export function createKeyedTimers(clock: Clock): KeyedTimers {
  const running = new Map<string, { readonly dueAt: number; readonly stop: () => void }>();
  const cancel = (key: string): void => {
    running.get(key)?.stop();
    running.delete(key);
  };
  return {
    cancel,
    start: (key, delayMs, run, keepsSooner = false) => {
      const dueAt = clock.now() + delayMs;
      if (keepsSooner && (running.get(key)?.dueAt ?? Number.POSITIVE_INFINITY) <= dueAt) return;
      cancel(key);
      const stop = clock.later(delayMs, () => {
        running.delete(key);
        run();
      });
      running.set(key, { dueAt, stop });
    },
    cancelAll: () => {
      for (const key of running.keys()) cancel(key);
    },
  };
}
