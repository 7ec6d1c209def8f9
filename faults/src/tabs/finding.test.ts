import { expect, test } from "vitest";
import { atMost, exactly, timesWithin } from "./finding.ts";
import { quantile } from "./spread.ts";

test("[LIVE-6] times hold if the longest is within the bound; no times at all prove nothing", () => {
  expect(timesWithin("t", [1000, 2000], 2000)).toMatchObject({
    holds: true,
    measured: "p50 1.00 s, p99 2.00 s, max 2.00 s of 2",
    bound: "at most 2 s",
  });
  expect(timesWithin("t", [1000, 2001], 2000).holds).toBe(false);
  expect(timesWithin("t", [], 2000).holds).toBe(false);
});

test("[LIVE-7] a number holds if it is the expected one, or is not above its bound", () => {
  expect([exactly("n", 3, 3).holds, exactly("n", 2, 3).holds]).toEqual([true, false]);
  expect([atMost("n", 100, 100, "MiB").holds, atMost("n", 100.1, 100, "MiB").holds]).toEqual([true, false]);
});

test("[LIVE-7] a quantile is the lowest value at or below which the share lies", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1), quantile([], 0.5)]).toEqual([
    50, 99, 100, 0,
  ]);
});
