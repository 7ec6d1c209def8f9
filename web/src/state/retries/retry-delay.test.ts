import { expect, test } from "vitest";
import { callError } from "../../testing/call-errors.ts";
import { chanceOf, notBefore, reconnectDelayMs, retryDelayMs } from "./retry-delay.ts";

test("[CONN-2] attempts in the first minute are 0.5 to 1.5 s apart, at random", () => {
  for (const attempt of [0, 1, 30, 60]) {
    expect(reconnectDelayMs(attempt, 0)).toBe(500);
    expect(reconnectDelayMs(attempt, 0.5)).toBe(1000);
    expect(reconnectDelayMs(attempt, 0.999_999)).toBeLessThan(1500);
  }
});

test("[CONN-2] a long outage is retried less often, but at least every 8 s", () => {
  expect(reconnectDelayMs(62, 0.5)).toBeGreaterThan(reconnectDelayMs(61, 0.5));
  expect(reconnectDelayMs(100_000, 0.999_999)).toBeLessThanOrEqual(8000);
  expect(reconnectDelayMs(100_000, 0)).toBe(500);
});

test("[SEND-4] waits double from a second to half a minute, at random down to half, but never below the server's own", () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 49].map((failures) => retryDelayMs(failures, chanceOf("ffff0000-0000")));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(retryDelayMs(0, chanceOf("00000000-0000"))).toBe(500);
  expect(retryDelayMs(0, chanceOf("ffff0000-0000"), callError("unavailable", 20))).toBe(20_000);
});

test("[ERR-2c] a delayed call waits for Retry-After if that is longer", () => {
  expect(notBefore(null, 2000)).toBe(2000);
  expect(notBefore(callError("unavailable"), 2000)).toBe(2000);
  expect(notBefore(callError("unavailable", 1), 2000)).toBe(2000);
  expect(notBefore(callError("too_many_requests", 60), 2000)).toBe(60_000);
});

test("[SEND-4] an invalid id counts as the longest wait", () => {
  expect([chanceOf("0000"), chanceOf("ffff"), chanceOf("zz")]).toEqual([0, 1, 1]);
});
