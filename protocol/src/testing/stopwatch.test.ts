import { expect, onTestFinished, test, vi } from "vitest";
import { startStopwatch } from "./stopwatch.ts";

/** A stopwatch on a fake clock, CPU time and beats. */
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
  const pass = (ms: number, computedMs = 0): void => {
    nowMs += ms;
    usedMs += computedMs;
    beat();
  };
  return { elapsedMs, pass };
}

test("counts elapsed time, but not stalls of the machine", () => {
  const { elapsedMs, pass } = startVirtual();
  for (let beats = 0; beats < 30; beats += 1) pass(10);
  expect(elapsedMs()).toBe(300);
  pass(2000);
  expect(elapsedMs()).toBe(330);
});

test("counts uninterrupted computation", () => {
  const { elapsedMs, pass } = startVirtual();
  pass(2000, 300);
  expect(elapsedMs()).toBe(300);
});
