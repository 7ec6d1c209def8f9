import { inSeconds, spreadOf } from "./spread.ts";

/** One thing that a run proved or not: what, what came out, and what had to. */
export interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly holds: boolean;
}

/** Times (ms) that must all be below a bound; none at all proves nothing. */
export function timesWithin(what: string, times: readonly number[], boundMs: number): Finding {
  const holds = times.length > 0 && Math.max(...times) <= boundMs;
  const measured = times.length === 0 ? "nothing" : inSeconds(spreadOf(times));
  return { what, measured, bound: `at most ${boundMs / 1000} s`, holds };
}

/** A number that must be exactly this. */
export function exactly(what: string, measured: number, expected: number): Finding {
  return { what, measured: String(measured), bound: String(expected), holds: measured === expected };
}

/** A number that must not be above this. */
export function atMost(what: string, measured: number, bound: number, unit: string): Finding {
  const text = (value: number): string => `${Number(value.toFixed(2))} ${unit}`;
  return { what, measured: text(measured), bound: `at most ${text(bound)}`, holds: measured <= bound };
}
