import { expect, test } from "vitest";
import { excerptOf, lettersOf } from "./letters.ts";

const family = "👨‍👩‍👧‍👦";

test("[LOOK-20] a text is cut at a letter's end, never inside a joined emoji, a flag or an accented letter", () => {
  expect(excerptOf(`abc${family}d`, 6)).toBe("abc…");
  expect(excerptOf(`abc${family}d`, 10)).toBe(`abc${family}…`);
  expect(excerptOf("ab🇷🇴", 3)).toBe("ab…");
  expect(excerptOf("as\u0326ezat", 2)).toBe("a…");
  expect(excerptOf("ab👍🏽", 3)).toBe("ab…");
  expect(excerptOf("👍👍👍", 2)).toBe("👍👍…");
});

test("[LOOK-20] a short text stays the same", () => {
  expect(excerptOf("", 0)).toBe("");
  expect(excerptOf(`abc${family}`, 10)).toBe(`abc${family}`);
});

test("[LOOK-20] cut at any length, only whole letters remain", () => {
  const text = `ș${family}🇷🇴👍🏽s\u0326 fără`;
  const letters = lettersOf(text);
  const beginnings = letters.map((_, count) => `${letters.slice(0, count).join("")}…`);
  for (let max = 0; max < Array.from(text).length; max += 1) expect(beginnings).toContain(excerptOf(text, max));
});
