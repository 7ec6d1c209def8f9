import { expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { outsideOf } from "../testing/outside.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { CallError } from "../state/entities.ts";
import { settingsPart } from "./settings-part.ts";

async function callsAfter(error: CallError, ...waitsMs: readonly number[]): Promise<readonly number[]> {
  const clock = createFakeClock();
  let calls = 0;
  const call = () => {
    calls += 1;
    return Promise.resolve({ ok: false, error });
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  settingsPart.run?.(outsideOf(createTestApp(), call, { clock, random: () => 1 }))["call-settings"]({
    type: "call-settings",
  });
  await settle();
  const counts: number[] = [];
  for (const ms of waitsMs) {
    clock.pass(ms);
    await settle();
    counts.push(calls);
  }
  return counts;
}

test("[SYNC-8a] failed settings are requested again, after growing waits that respect Retry-After", async () => {
  expect(await callsAfter(callError("unavailable"), 999, 1, 1999, 1, 3999, 1)).toEqual([1, 2, 2, 3, 3, 4]);
  expect(await callsAfter(callError("too_many_requests", 60), 59_999, 1)).toEqual([1, 2]);
});
