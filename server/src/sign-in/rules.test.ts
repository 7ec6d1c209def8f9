import { describe, expect, test } from "vitest";
import { nameKey, isRealmOf, tokenIdleMsMax, tokenState, tokenTouchEveryMs } from "./rules.ts";

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
  test("[AUTH-2] a token expires after 30 idle days, to the millisecond", () => {
    const session = { lastUsedAt: 0, isProgram: false };
    expect(tokenState(session, tokenIdleMsMax - 1)).toBe("good-touch");
    expect(tokenState(session, tokenIdleMsMax)).toBe("expired");
  });

  test("[AUTH-2] its use is written at most every five minutes", () => {
    for (const isProgram of [false, true]) {
      const token = { lastUsedAt: 1000, isProgram };
      expect(tokenState(token, 1000 + tokenTouchEveryMs - 1)).toBe("good");
      expect(tokenState(token, 1000 + tokenTouchEveryMs)).toBe("good-touch");
    }
  });

  test("[ERP-2a] a program's token never expires, and its first use is written at once", () => {
    expect(tokenState({ lastUsedAt: 0, isProgram: true }, 10 * tokenIdleMsMax)).toBe("good-touch");
    expect(tokenState({ lastUsedAt: null, isProgram: true }, 1)).toBe("good-touch");
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
  ])("[AUTH-3] %s and %s count as one name", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test("[AUTH-3] different names count separately", () => {
    expect(new Set(["ana", "anna", "ana ", "ana1", "mihai"].map(nameKey)).size).toBe(5);
  });
});
