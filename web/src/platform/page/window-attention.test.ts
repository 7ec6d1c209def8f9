import { expect, test } from "vitest";
import { onWake } from "./window-attention.ts";

function createSleepyClock() {
  let time = 0;
  let run: (() => void) | null = null;
  return {
    now: () => time,
    later: (_delayMs: number, next: () => void) => {
      run = next;
      return () => {
        run = null;
      };
    },
    tickAfter: (ms: number) => {
      time += ms;
      run?.();
    },
  };
}

function listen(isHidden: boolean) {
  const clock = createSleepyClock();
  let calls = 0;
  const stop = onWake(
    clock,
    () => isHidden,
    () => (calls += 1),
  );
  return { ...clock, stop, calls: () => calls };
}

test("[CONN-3] a timer that fires far too late means a sleep, each time; a slightly late one does not", () => {
  const page = listen(false);
  for (const ms of [10_000, 29_000, 3_600_000, 10_000, 31_000]) page.tickAfter(ms);
  expect(page.calls()).toBe(2);
  page.stop();
  page.tickAfter(3_600_000);
  expect(page.calls()).toBe(2);
});

test("[CONN-3] in the background timers run once a minute, which does not mean a sleep", () => {
  const page = listen(true);
  for (const ms of [60_000, 60_000, 131_000]) page.tickAfter(ms);
  expect(page.calls()).toBe(1);
});
