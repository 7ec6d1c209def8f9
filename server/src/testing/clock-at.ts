import { type Clock, systemClock } from "../kernel/clock.ts";

/** The machine's timers with a test's time, both wall clock and monotonic. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now, steadyMs: now });
