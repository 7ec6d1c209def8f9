import { expect, test } from "vitest";
import { gateLine, passes } from "./gate.ts";

test("[PERF-3] a figure at its limit passes and one above it fails", () => {
  const gate = { title: "memory of an idle socket", limit: 12, unit: "KiB" };
  expect(passes({ ...gate, value: 12 })).toBe(true);
  expect(passes({ ...gate, value: 12.01 })).toBe(false);
  expect(gateLine({ ...gate, value: 13 })).toBe("FAIL memory of an idle socket: 13.00 KiB (at most 12 KiB)");
});

test("[PERF-3] a figure that could not be measured fails", () => {
  expect(passes({ title: "memory", value: Number.NaN, limit: 12, unit: "KiB" })).toBe(false);
});

test("[PERF-2] a figure with a floor passes at it and fails below it", () => {
  const gate = { title: "sends a second, now / before", limit: 0.95, unit: "", isFloor: true };
  expect(passes({ ...gate, value: 0.95 })).toBe(true);
  expect(passes({ ...gate, value: Number.NaN })).toBe(false);
  expect(gateLine({ ...gate, value: 0.94 })).toBe("FAIL sends a second, now / before: 0.94 (at least 0.95)");
});
