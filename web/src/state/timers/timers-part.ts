import { createKeyedTimers } from "./keyed-timers.ts";
import type { Part } from "../part.ts";
import type { TimersEffects } from "./timers-shape.ts";

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
