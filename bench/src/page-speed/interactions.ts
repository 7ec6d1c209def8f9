import { median } from "../median.ts";

/** Times from each press to the next paint, ms. */
export interface Interactions {
  readonly count: number;
  readonly worstMs: number;
  /** The 98th percentile, or the longest of fewer than 50 interactions (INP). */
  readonly inpMs: number;
}

/** Sums up durations as https://web.dev/articles/inp does. */
export function summed(durations: readonly number[]): Interactions {
  const sorted = durations.toSorted((a, b) => b - a);
  return { count: sorted.length, worstMs: sorted[0] ?? 0, inpMs: sorted[Math.floor(sorted.length / 50)] ?? 0 };
}

export const medianAndLongest = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} | ${Math.max(...times).toFixed(0)}`;
