import { timesAsLong } from "@cuplaj/protocol/testing/work-time.ts";
import { expect, test } from "vitest";
import { readMessageText as text } from "./rules.ts";

test("[SEC-13] checking a message costs less than four plain passes over its characters", () => {
  const usual = "Bună ziua, aveți discuri față 1K0 615 301 AA pe stoc? Mulțam";
  const often = (work: () => unknown) => () => {
    for (let n = 0; n < 500; n += 1) work();
  };
  const checking = often(() => text(usual));
  const passing = often(() => Array.from(usual).length);
  expect(timesAsLong(checking, passing, 40)).toBeLessThan(4);
});

test("[MSG-2] a huge text is refused without being counted", () => {
  const huge = "🚗".repeat(1_000_000);
  const counting = () => void Array.from(huge).length;
  expect(text(huge)).toEqual({ ok: false, problem: "too_long" });
  expect(timesAsLong(() => text(huge), counting, 3)).toBeLessThan(0.1);
});
