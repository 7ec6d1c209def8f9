import { expect, test } from "vitest";
import { passes } from "../gate.ts";
import { mailGates } from "./mail-gates.ts";

test("[PERF-22] fails below 0.95 of the messages without e-mails", () => {
  expect(mailGates([0.5, 0.95, 1.1]).map(passes)).toEqual([true]);
  expect(mailGates([0.5, 0.94, 1.1]).map(passes)).toEqual([false]);
});
