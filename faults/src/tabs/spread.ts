export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The nearest-rank quantile for a share from 0 to 1; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function spreadOf(values: readonly number[]): Spread {
  return { count: values.length, p50: quantile(values, 0.5), p99: quantile(values, 0.99), max: Math.max(...values) };
}

/** Formats times in ms, such as `p50 3.10 s, p99 4.00 s, max 4.10 s of 20`. */
export function inSeconds({ count, p50, p99, max }: Spread): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return `p50 ${seconds(p50)}, p99 ${seconds(p99)}, max ${seconds(max)} of ${count}`;
}
