import { expect, test } from "vitest";
import { BroadcastPause } from "./broadcast-pause.ts";

const limits = { shortestMs: 50, longestMs: 250, writesPerMsMax: 5 };

function pausesAfter(writes: readonly number[], startMs = 1_700_000_000_000): readonly number[] {
  const pause = new BroadcastPause(limits);
  pause.count(0, startMs);
  return writes.map((count, index) => {
    pause.count(count, startMs + index * 100 + 50);
    pause.count(0, startMs + index * 100 + 100);
    return pause.ms;
  });
}

test("[LIVE-9] the pause follows the number of writes, between its bounds", () => {
  expect(pausesAfter([0, 500, 1000, 1000, 500, 250, 250])).toEqual([50, 50, 100, 200, 200, 100, 50]);
  expect(pausesAfter([100_000, 0])).toEqual([250, 50]);
});

test("[LIVE-9] one burst after silence changes nothing", () => {
  const pause = new BroadcastPause(limits);
  pause.count(20, 1_700_000_000_000);
  pause.count(5000, 1_700_000_060_000);
  expect(pause.ms).toBe(50);
});
