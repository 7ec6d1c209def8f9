import { expect, test } from "vitest";
import { DeliveryChecker, isClean, tally } from "./delivery-checker.ts";

function follow(sequences: readonly number[]): DeliveryChecker {
  const checker = new DeliveryChecker();
  for (const sequence of sequences) checker.receive(sequence);
  return checker;
}

test("[PERF-2] a run is clean if every socket got every event in order", () => {
  const counts = tally([follow([0, 1, 2, 3]), follow([0, 1, 2, 3])], 4);
  expect(counts).toEqual({ delivered: 8, lost: 0, doubled: 0, reordered: 0, corrupted: 0 });
  expect(isClean(counts)).toBe(true);
});

test("[PERF-2] a delivery lost in the middle or at the end is counted", () => {
  const counts = tally([follow([0, 2, 3]), follow([0, 1, 2]), follow([])], 4);
  expect(counts).toEqual({ delivered: 6, lost: 6, doubled: 0, reordered: 0, corrupted: 0 });
  expect(isClean(counts)).toBe(false);
});

test("[PERF-2] a duplicate is counted, and hides no loss", () => {
  const counts = tally([follow([0, 1, 1, 3])], 4);
  expect(counts).toEqual({ delivered: 3, lost: 1, doubled: 1, reordered: 0, corrupted: 0 });
  expect(isClean(counts)).toBe(false);
});

test("[PERF-2] a late delivery counts as reordered, not as lost", () => {
  const counts = tally([follow([0, 2, 1, 3])], 4);
  expect(counts).toEqual({ delivered: 4, lost: 0, doubled: 0, reordered: 1, corrupted: 0 });
  expect(isClean(counts)).toBe(false);
});

test("[PERF-2] a frame with altered content spoils the run", () => {
  const checker = follow([0]);
  checker.receiveCorrupted();
  expect(isClean(tally([checker], 1))).toBe(false);
});
