import { expect, test } from "vitest";
import { reconnectDelayMs } from "./retry-delay.ts";

test("[CONN-2] attempts of the first minute are 0.5 to 1.5 s apart, spread by chance", () => {
  for (const attempt of [0, 1, 30, 60]) {
    expect(reconnectDelayMs(attempt, 0)).toBe(500);
    expect(reconnectDelayMs(attempt, 0.5)).toBe(1000);
    expect(reconnectDelayMs(attempt, 0.999_999)).toBeLessThan(1500);
  }
});

test("[CONN-2] a long outage is tried less often, never less than every 8 s", () => {
  expect(reconnectDelayMs(62, 0.5)).toBeGreaterThan(reconnectDelayMs(61, 0.5));
  expect(reconnectDelayMs(100_000, 0.999_999)).toBeLessThanOrEqual(8000);
  expect(reconnectDelayMs(100_000, 0)).toBe(500);
});
