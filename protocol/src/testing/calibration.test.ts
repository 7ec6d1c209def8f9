import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "./calibration.ts";

test("a promised time is longer by as much as this machine is slower, and never shorter than promised", () => {
  const on = (takenMs: number) => onThisMachine(5000, () => () => takenMs);
  expect([on(65), on(130), on(260)]).toEqual([5000, 5000, 10_000]);
});

test("of three turns the middle one counts", async () => {
  const taken = [9000, 20, 40];
  expect(await medianOfThree(() => Promise.resolve(taken.shift() ?? NaN))).toBe(40);
  expect(taken).toEqual([]);
});
