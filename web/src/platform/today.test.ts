import { expect, test } from "vitest";
import { dayNumber } from "./today.ts";

const at = (year: number, month: number, day: number, hour = 12): number =>
  new Date(year, month - 1, day, hour).getTime();

test("[LANG-1a] days are counted across leap days, years and clock changes", () => {
  for (const [from, to, apart] of [
    [at(2024, 2, 28), at(2024, 3, 1), 2],
    [at(2025, 2, 28), at(2025, 3, 1), 1],
    [at(2025, 12, 31, 23), at(2026, 1, 1, 1), 1],
    [at(2026, 3, 28, 23), at(2026, 3, 30, 0), 2],
    [at(1999, 12, 31), at(2001, 1, 1), 367],
  ] as const) {
    expect(dayNumber(to) - dayNumber(from)).toBe(apart);
  }
});
