import { expect, test } from "vitest";
import { passes } from "../gate.ts";
import { indexingGates, searchGates } from "./search-gates.ts";

const passed = (gates: Parameters<typeof passes>[0][]): boolean[] => gates.map(passes);

test("[PERF-14] fails above a p95 of 150 ms", () => {
  expect(passed([...searchGates("word", 10, 150)])).toEqual([true]);
  expect(passed([...searchGates("word", 10, 151)])).toEqual([false]);
});

test("[PERF-14] above 30 ms with few messages, many may take at most three times as long", () => {
  expect(passed([...searchGates("word", 31, 93)])).toEqual([true, true]);
  expect(passed([...searchGates("word", 31, 94)])).toEqual([true, false]);
});

test("[PERF-15] the median of the rounds counts, not the worst", () => {
  expect(passed([...indexingGates([0.5, 0.95, 1.2], [100])])[0]).toBe(true);
  expect(passed([...indexingGates([0.94, 0.94, 1.2], [100])])[0]).toBe(false);
});

test("[PERF-15] fails if a single message is found only after more than 2 s", () => {
  expect(passed([...indexingGates([1], [100, 2000])])[1]).toBe(true);
  expect(passed([...indexingGates([1], [100, 2001, 100])])[1]).toBe(false);
});
