import { expect, onTestFinished, test, vi } from "vitest";
import { startStopwatch } from "./stopwatch.ts";

/** A stopwatch that runs by a clock, a processor's time and beats of the test's own. */
function startVirtual() {
  let [nowMs, usedMs, beat] = [0, 0, (): void => undefined];
  const spies = [
    vi.spyOn(performance, "now").mockImplementation(() => nowMs),
    vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: usedMs * 1000, system: 0 })),
    vi.spyOn(globalThis, "setInterval").mockImplementation((run) => {
      beat = run;
      return 0 as never;
    }),
  ];
  const restore = (): void => spies.forEach((spy) => spy.mockRestore());
  onTestFinished(restore);
  const elapsedMs = startStopwatch();
  /** Time passes until the next beat, and the process computes for some of it. */
  const pass = (ms: number, computedMs = 0): void => {
    nowMs += ms;
    usedMs += computedMs;
    beat();
  };
  return { elapsedMs, pass };
}

test("time that passes is counted, and time in which the machine stands still is not", () => {
  const { elapsedMs, pass } = startVirtual();
  for (let beats = 0; beats < 30; beats += 1) pass(10);
  expect(elapsedMs()).toBe(300);
  pass(2000);
  expect(elapsedMs()).toBe(330);
});

test("what the process computes without a pause is counted", () => {
  const { elapsedMs, pass } = startVirtual();
  pass(2000, 300);
  expect(elapsedMs()).toBe(300);
});
