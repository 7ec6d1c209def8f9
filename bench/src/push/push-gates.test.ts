import { expect, test } from "vitest";
import { passes } from "../gate.ts";
import { pushGates } from "./push-gates.ts";

test("[PERF-19] fails below 0.7 of the bare library's pushes", () => {
  expect(pushGates([0.5, 0.7, 0.9], [1]).map(passes)).toEqual([true, true]);
  expect(pushGates([0.6, 0.69, 0.9], [1]).map(passes)).toEqual([false, true]);
});

test("[PERF-19] fails if the p99 is more than 1.2 times as long", () => {
  expect(pushGates([1], [1, 1.2, 3]).map(passes)).toEqual([true, true]);
  expect(pushGates([1], [1, 1.21, 3]).map(passes)).toEqual([true, false]);
});
