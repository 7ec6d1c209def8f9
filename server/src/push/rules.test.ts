import { expect, test } from "vitest";
import { retryWaitMs, verdictOf } from "./rules.ts";

test.each([
  [200, "delivered"],
  [201, "delivered"],
  [204, "delivered"],
  [301, "given-up"],
  [307, "given-up"],
  [400, "given-up"],
  [401, "given-up"],
  [403, "given-up"],
  [404, "gone"],
  [408, "again"],
  [410, "gone"],
  [413, "given-up"],
  [429, "again"],
  [500, "again"],
  [503, "again"],
])("[PUSH-6] status %s means that a push is %s", (status, verdict) => {
  expect(verdictOf(status)).toBe(verdict);
});

test("[PUSH-6b] retries back off from 2 s to an hour with jitter over the upper half, and wait as long as the service asks, up to a day", () => {
  const waits = [1, 2, 3, 30].map((attempts) => [0, 1].map((chance) => retryWaitMs(attempts, chance, 0)));
  expect(waits).toEqual([
    [1000, 2000],
    [2000, 4000],
    [4000, 8000],
    [1_800_000, 3_600_000],
  ]);
  expect(retryWaitMs(1, 1, 120_000)).toBe(120_000);
  expect(retryWaitMs(1, 1, 7_200_000)).toBe(7_200_000);
  expect(retryWaitMs(1, 1, 9e9)).toBe(86_400_000);
});
