import { expect, test } from "vitest";
import { startStopwatch } from "./stopwatch.ts";

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("time that passes is counted, and time in which the machine stands still is not", async () => {
  const elapsedMs = startStopwatch();
  await pass(300);
  const passedMs = elapsedMs();
  standStill(2000);
  await pass(1);
  expect(passedMs).toBeGreaterThan(100);
  expect(elapsedMs() - passedMs).toBeLessThan(passedMs + 300);
});

test("what the process computes without a pause is counted", () => {
  const elapsedMs = startStopwatch();
  const begunMs = process.cpuUsage().user;
  while (process.cpuUsage().user - begunMs < 300_000);
  expect(elapsedMs()).toBeGreaterThan(200);
});
