import { expect, test } from "vitest";
import { mean, quantile } from "./quantile.ts";

test("[PERF-4] half of the times are at or below the median, one in a hundred above the 99th percentile", () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([quantile(times, 0.5), quantile(times, 0.99), quantile([7], 0.99)]).toEqual([101, 199, 7]);
  expect(mean(times)).toBe(100.5);
  expect(quantile([], 0.5)).toBeNaN();
});
