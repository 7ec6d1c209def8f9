import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "./calibration.ts";

test("a promised time is never shorter than promised, and no longer than the machine is slow", () => {
  expect(onThisMachine(5000)).toBeGreaterThanOrEqual(5000);
  expect(onThisMachine(0)).toBe(0);
});

test("of three turns the middle one counts", async () => {
  const taken = [9000, 20, 40];
  expect(await medianOfThree(() => Promise.resolve(taken.shift() ?? NaN))).toBe(40);
  expect(taken).toEqual([]);
});
