import { expect, test } from "vitest";
import { medianAndLongest, summed } from "./interactions.ts";

test("[PERF-12] takes the longest of fewer than fifty interactions, or the 98th percentile of more", () => {
  expect(summed([])).toEqual({ count: 0, worstMs: 0, inpMs: 0 });
  expect(summed([40, 200, 16])).toEqual({ count: 3, worstMs: 200, inpMs: 200 });
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(summed(hundred)).toEqual({ count: 100, worstMs: 100, inpMs: 98 });
});

test("[PERF-12] shows the median next to the longest", () => {
  expect(medianAndLongest([30, 10, 90])).toBe("30 | 90");
});
