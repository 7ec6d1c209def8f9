import { inSeconds, spreadOf } from "./spread.ts";

export interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly bound: string;
  readonly holds: boolean;
}

/** Holds if there are times and all of them are within the bound, ms. */
export function timesWithin(what: string, times: readonly number[], boundMs: number): Finding {
  const holds = times.length > 0 && Math.max(...times) <= boundMs;
  const measured = times.length === 0 ? "nothing" : inSeconds(spreadOf(times));
  return { what, measured, bound: `at most ${boundMs / 1000} s`, holds };
}

export function exactly(what: string, measured: number, expected: number): Finding {
  return { what, measured: String(measured), bound: String(expected), holds: measured === expected };
}

export function atMost(what: string, measured: number, bound: number, unit: string): Finding {
  const text = (value: number): string => `${Number(value.toFixed(2))} ${unit}`;
  return { what, measured: text(measured), bound: `at most ${text(bound)}`, holds: measured <= bound };
}
