import { expect, test } from "vitest";
import { passes } from "../gate.ts";
import { gateOf, inTurn, lessIsBetter, moreIsBetter, tableRow } from "./ratio.ts";

test("[PERF-2] measures both trees in every round, in turn, and drops the first round", async () => {
  const order: string[] = [];
  const pairs = await inTurn(2, async (side) => {
    order.push(side);
    return Promise.resolve(`${side} ${order.length}`);
  });
  expect(order).toEqual(["now", "before", "before", "now", "now", "before"]);
  expect(pairs).toEqual([
    { before: "before 3", now: "now 4" },
    { now: "now 5", before: "before 6" },
  ]);
});

test("[PERF-2] ratios above 1 mean that this tree is better, whether less or more is good", () => {
  expect([lessIsBetter({ before: 3, now: 2 }), moreIsBetter({ before: 2, now: 3 })]).toEqual([1.5, 1.5]);
});

test("[PERF-2] the median decides, not one slow round", () => {
  const compared = { title: "sends a second", ratios: [0.95, 0.1, 1.2] };
  expect(passes(gateOf(compared))).toBe(true);
  expect(passes(gateOf({ ...compared, ratios: [0.94, 0.1, 1.2] }))).toBe(false);
  expect(tableRow(compared)).toBe("| sends a second | 0.95 0.10 1.20 | 0.950 |");
});
