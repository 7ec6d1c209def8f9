import type { Part } from "../part.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AppEvent, Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppEffects extends TimersEffects {}
}

export interface TimersEffects {
  dispatch: { readonly event: AppEvent };
  /** Each key has one timer, which every request restarts. */
  "dispatch-later": {
    readonly key: string;
    readonly delayMs: number;
    readonly event: AppEvent;
    /** Keeps a running timer of the key if that is due sooner. */
    readonly keepsSooner?: boolean;
  };
  "cancel-later": { readonly key: string };
  "cancel-all-later": Nothing;
}

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

export function createKeyedTimers(clock: Clock) {
  const running = new Map<string, { readonly dueAt: number; readonly stop: () => void }>();
  const cancel = (key: string): void => {
    running.get(key)?.stop();
    running.delete(key);
  };
  return {
    cancel,
    start: (key: string, delayMs: number, run: () => void, keepsSooner = false): void => {
      const dueAt = clock.now() + delayMs;
      if (keepsSooner && (running.get(key)?.dueAt ?? Number.POSITIVE_INFINITY) <= dueAt) return;
      cancel(key);
      const stop = clock.later(delayMs, () => {
        running.delete(key);
        run();
      });
      running.set(key, { dueAt, stop });
    },
    cancelAll: (): void => {
      for (const key of running.keys()) cancel(key);
    },
  };
}
