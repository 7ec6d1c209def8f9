import type { Clock } from "../platform/clock.ts";

/** A clock that advances only when `pass` is called, and never waits. */
export interface FakeClock extends Clock {
  readonly pass: (ms: number) => void;
}

export function createFakeClock(): FakeClock {
  let time = 1_700_000_000_000;
  let due: { readonly at: number; readonly run: () => void }[] = [];

  return {
    now: () => time,
    later: (delayMs, run) => {
      const timer = { at: time + delayMs, run };
      due.push(timer);
      return () => {
        due = due.filter((other) => other !== timer);
      };
    },
    pass: (ms) => {
      const end = time + ms;
      for (;;) {
        const [next] = due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        due = due.filter((other) => other !== next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
  };
}
