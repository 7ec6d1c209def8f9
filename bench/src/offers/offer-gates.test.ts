import { expect, test } from "vitest";
import { passes } from "../gate.ts";
import { offerGates } from "./offer-gates.ts";
import { changedLines, offerOf } from "./offer-plan.ts";

test("[PERF-18] the median of the rounds counts, and half of pgbench's speed passes", () => {
  expect(offerGates([0.5, 0.2, 0.9]).every(passes)).toBe(true);
  expect(offerGates([0.49, 0.2, 0.9]).some(passes)).toBe(false);
});

test("[PERF-18] a changed offer differs in exactly the lines that pgbench updates", () => {
  const [made, changed] = [offerOf(7, 1), offerOf(7, 2)];
  const different = made.lines.filter((line, index) => JSON.stringify(line) !== JSON.stringify(changed.lines[index]));
  expect(different.map(({ id }) => id)).toEqual(changedLines);
});
