import { expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { outsideOf } from "../testing/outside.ts";
import { createAnasApp, createTestApp } from "../testing/test-app.ts";
import type { CallError } from "../state/entities.ts";
import { publicSettings } from "../testing/public-settings.ts";
import { settingsFromWire, settingsPart } from "./settings-part.ts";

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

test("[HOURS-6] settings are requested again when the connection is restored, and otherwise once a day", () => {
  const app = createAnasApp();
  app.dispatch({ type: "settings/asked" });
  const counts: number[] = [];
  const note = (): void => void counts.push(app.asked("call-settings").length);
  const pass = (ms: number): void => {
    app.clock.pass(ms);
    app.dispatch({ type: "sync/heads-received", epoch: "one", heads: [] });
    note();
  };
  pass(86_399_999);
  pass(1);
  pass(86_399_999);
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/connected" });
  note();
  pass(86_399_999);
  expect(counts).toEqual([1, 2, 2, 3, 3]);
});

test("[HOURS-6] open times are taken as moments, and null as always open", () => {
  const span = { from: "2026-11-30T06:00:00.000Z", to: "2026-11-30T15:00:00.000Z" };
  const hours = { open: false, next_open: span.from, text: { ro: "a", en: "b" }, spans: [span] };
  const from = Date.UTC(2026, 10, 30, 6);
  expect(settingsFromWire({ ...publicSettings, hours }).hours).toEqual({
    ...{ nextOpen: from, text: { ro: "a", en: "b" } },
    spans: [[from, from + 9 * 3_600_000]],
  });
  expect(settingsFromWire(publicSettings).hours).toMatchObject({ nextOpen: null, spans: null });
});
