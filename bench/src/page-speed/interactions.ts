import { median } from "../median.ts";

/** Interactions from each press to the next paint, ms. */
export interface Interactions {
  readonly count: number;
  readonly worstMs: number;
  /** The one that a fiftieth is slower than: INP, where there are 50 or more. */
  readonly inpMs: number;
}

/** Of each interaction's time, as https://web.dev/articles/inp has it. */
export function summed(durations: readonly number[]): Interactions {
  const sorted = durations.toSorted((a, b) => b - a);
  return { count: sorted.length, worstMs: sorted[0] ?? 0, inpMs: sorted[Math.floor(sorted.length / 50)] ?? 0 };
}

/** Median and longest. */
export const medianAndLongest = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)}`;
