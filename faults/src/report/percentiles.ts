/** Times in ms, rounded to a tenth. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Nearest-rank percentiles, all 0 without times. */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => {
    const time = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    return Math.round(time * 10) / 10;
  };
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
