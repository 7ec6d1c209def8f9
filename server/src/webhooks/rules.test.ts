import { describe, expect, test } from "vitest";
import { isDelivered, retryWaitMs } from "./rules.ts";

describe("retryWaitMs", () => {
  test("[HOOK-5] grows from 1 s to 10 minutes and stays there", () => {
    const waits = [1, 2, 3, 9, 10, 11, 100, 2 ** 31 - 1].map((attempts) => retryWaitMs(attempts, 1) / 1000);
    expect(waits).toEqual([1, 2, 4, 256, 512, 600, 600, 600]);
  });

  test("[HOOK-5] has jitter over the upper half", () => {
    expect([0, 0.5, 1].map((chance) => retryWaitMs(3, chance))).toEqual([2000, 3000, 4000]);
  });
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [0, false],
  [101, false],
  [199, false],
  [301, false],
  [307, false],
  [400, false],
  [410, false],
  [500, false],
])("[HOOK-5] status %d means that the receiver has it: %s", (status, expected) => {
  expect(isDelivered(status)).toBe(expected);
});
