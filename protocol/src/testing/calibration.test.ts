import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "./calibration.ts";

test("scales a promised time by the machine's slowness, never below the promise", () => {
  const on = (takenMs: number) => onThisMachine(5000, () => () => takenMs);
  expect([on(65), on(130), on(260)]).toEqual([5000, 5000, 10_000]);
});

test("takes the median of three turns", async () => {
  const taken = [9000, 20, 40];
  expect(await medianOfThree(() => Promise.resolve(taken.shift() ?? NaN))).toBe(40);
  expect(taken).toEqual([]);
});
