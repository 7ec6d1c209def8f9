import { type Clock, systemClock } from "../kernel/clock.ts";

/** The machine's timers, and the time that a test says: of day, and since the beginning. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now, steadyMs: now });
