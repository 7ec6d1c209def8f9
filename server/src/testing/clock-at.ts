import { type Clock, systemClock } from "../kernel/clock.ts";

/** A clock with the machine's timers and a test's time, both as wall clock and as monotonic time. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now, steadyMs: now });
