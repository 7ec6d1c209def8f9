import { expect, test } from "vitest";
import { growthMax, growthOf, timesAsLong } from "./work-time.ts";

const linear = (text: string): number => {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
};
const often = (work: () => unknown, times: number): void => {
  for (let n = 0; n < times; n += 1) work();
};

test("distinguishes linear from quadratic time", () => {
  const quadratic = (text: string) => often(() => linear(text), text.length / 100);
  expect(growthOf((text) => often(() => linear(text), 10), "abc ")).toBeLessThan(growthMax / 2);
  expect(growthOf(quadratic, "abc ")).toBeGreaterThan(growthMax * 2);
});

test("measures warm work in alternating turns, without stalls of the machine", () => {
  const text = "abc ".repeat(1000);
  let turn = 0;
  const twice = (): void => {
    // The first turn simulates cold code; each turn waits as if the machine stalled.
    often(() => linear(text), (turn += 1) === 1 ? 2000 : 200);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  };
  const ratio = timesAsLong(twice, () => often(() => linear(text), 100));
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThan(8);
});
