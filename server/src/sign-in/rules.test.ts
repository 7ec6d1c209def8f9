import { describe, expect, test } from "vitest";
import {
  closedForMs,
  nameKey,
  isRealmOf,
  recentFailures,
  tokenIdleMsMax,
  tokenState,
  tokenTouchEveryMs,
} from "./rules.ts";
import { usualLimits } from "../testing/usual-limits.ts";

describe("the realms", () => {
  test("[AUTH-1] the main realm is for customers and agents, the other for ERP users", () => {
    expect(isRealmOf("main", "customer")).toBe(true);
    expect(isRealmOf("main", "agent")).toBe(true);
    expect(isRealmOf("main", "erp")).toBe(false);
    expect(isRealmOf("erp", "erp")).toBe(true);
    expect(isRealmOf("erp", "customer")).toBe(false);
    expect(isRealmOf("erp", "agent")).toBe(false);
  });
});

describe("tokenState", () => {
  test("[AUTH-2a] a token dies after 30 idle days, to the millisecond", () => {
    const session = { lastUsedAt: 0, isProgram: false };
    expect(tokenState(session, tokenIdleMsMax - 1)).toBe("good-touch");
    expect(tokenState(session, tokenIdleMsMax)).toBe("expired");
  });

  test("[AUTH-2a] its use is written down every five minutes only", () => {
    for (const isProgram of [false, true]) {
      const token = { lastUsedAt: 1000, isProgram };
      expect(tokenState(token, 1000 + tokenTouchEveryMs - 1)).toBe("good");
      expect(tokenState(token, 1000 + tokenTouchEveryMs)).toBe("good-touch");
    }
  });

  test("[ERP-2a] a program's does not die by time, and its first use is written down at once", () => {
    expect(tokenState({ lastUsedAt: 0, isProgram: true }, 10 * tokenIdleMsMax)).toBe("good-touch");
    expect(tokenState({ lastUsedAt: null, isProgram: true }, 1)).toBe("good-touch");
  });
});

describe("closedForMs", () => {
  test("[AUTH-3] five failures in a minute close an account for an address until the first of them is a minute old", () => {
    expect(closedForMs([0, 1000, 2000, 3000], usualLimits.signIn.failuresPerMinute, 4000)).toBe(0);
    expect(closedForMs([0, 1000, 2000, 3000, 4000], usualLimits.signIn.failuresPerMinute, 4000)).toBe(56_000);
    expect(closedForMs([0, 1000, 2000, 3000, 4000], usualLimits.signIn.failuresPerMinute, 59_999)).toBe(1);
    expect(closedForMs([0, 1000, 2000, 3000, 4000], usualLimits.signIn.failuresPerMinute, 60_000)).toBe(0);
  });

  test("[AUTH-3b] a clock that jumps back locks nobody out", () => {
    expect(recentFailures([90_000, 50_000], 60_000)).toEqual([50_000]);
  });

  test("[AUTH-3b] older failures do not count", () => {
    expect(closedForMs([0, 10, 20, 30, 70_000], usualLimits.signIn.failuresPerMinute, 70_000)).toBe(0);
  });
});

describe("nameKey", () => {
  test.each([
    ["Ana", "aNA"],
    ["ΟΔΟΣ", "οδοσ"],
    ["ΟΔΟΣ", "οδος"],
    ["ȘTEFAN", "ștefan"],
    ["İlker", "ilker"],
    ["STRAẞE", "straße"],
  ])("[AUTH-3] %s and %s are counted as one name", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test("[AUTH-3] different names are counted apart", () => {
    expect(new Set(["ana", "anna", "ana ", "ana1", "mihai"].map(nameKey)).size).toBe(5);
  });
});
