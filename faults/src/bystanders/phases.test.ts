import { expect, test } from "vitest";
import { judgePhases, type Phase } from "./phases.ts";

const phase = (callMs: number, deliveryMs: number, peakMb: number, refused = 0): Phase => ({
  calls: [callMs],
  deliveries: [deliveryMs],
  refused,
  peakBytes: peakMb * 1e6,
});

const wrong = (quiet: readonly Phase[], hostile: readonly Phase[]): number =>
  judgePhases({ quiet, hostile }).filter(({ holds }) => !holds).length;

const quiet = [phase(10, 20, 100), phase(10, 20, 400), phase(10, 20, 400)];

test("[LIVE-7] a crowd may double the others' p99 in its own phase, and cost 200 MB above the first quiet phase", () => {
  expect(wrong(quiet, [phase(22, 42, 300)])).toBe(0);
  expect(wrong(quiet, [phase(22.1, 42, 300)])).toBe(1);
  expect(wrong(quiet, [phase(22, 42.1, 300)])).toBe(1);
  expect(wrong(quiet, [phase(22, 42, 300.1)])).toBe(1);
});

test("[LIVE-7] the median of the phases counts for times, the worst for memory, and each refused call; nothing measured proves nothing", () => {
  expect(wrong(quiet, [phase(22, 42, 300), phase(99, 99, 300), phase(5, 5, 300)])).toBe(0);
  expect(wrong(quiet, [phase(5, 5, 300), phase(5, 5, 301)])).toBe(1);
  expect(wrong(quiet, [phase(5, 5, 300, 1)])).toBe(1);
  expect(wrong(quiet, [{ ...phase(5, 5, 300), deliveries: [] }])).toBe(1);
});
