import { excerptCharactersMax } from "@cuplaj/protocol/limits.ts";
import { matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

function cut(typed: string, text: string) {
  const { excerpt, ranges } = excerptOf(text, matchText(readQuery(typed), text)?.ranges[0] ?? []);
  return { excerpt, marked: ranges.map(([from, to]) => excerpt.slice(from, to)) };
}

const words = "unu doi trei patru cinci șase șapte opt nouă zece ".repeat(20);
const count = (text: string): number => Array.from(text).length;

test("[FIND-1l] a short text is shown whole", () => {
  expect(cut("frana", "Disc frână față")).toEqual({ excerpt: "Disc frână față", marked: ["frână"] });
  const longest = "a".repeat(excerptCharactersMax - 4) + " xyz";
  expect(cut("xyz", longest)).toEqual({ excerpt: longest, marked: ["xyz"] });
});

test("[FIND-1l] a long text is cut between words around the hit", () => {
  for (const text of [`xyz ${words}`, `${words}xyz ${words}`, `${words}xyz`]) {
    const { excerpt, marked } = cut("xyz", text);
    expect(marked).toEqual(["xyz"]);
    expect(count(excerpt)).toBeLessThanOrEqual(excerptCharactersMax);
    expect(count(excerpt)).toBeGreaterThan(30);
    const whole = new Set(`${words} xyz`.split(" "));
    for (const word of excerpt.replaceAll("…", "").trim().split(" ")) expect(whole.has(word)).toBe(true);
    expect([excerpt.startsWith("…"), excerpt.endsWith("…")]).toEqual([!text.startsWith("xyz"), !text.endsWith("xyz")]);
  }
});

test("[FIND-1l] a text without gaps is cut between whole characters", () => {
  for (const character of ["𝐚", "👩‍🔧", "🇷🇴", "e\u0301\u0302", "漢"]) {
    const { excerpt, marked } = cut("xyz", `${character.repeat(100)} xyz ${character.repeat(100)}`);
    expect(marked).toEqual(["xyz"]);
    expect(count(excerpt)).toBeLessThanOrEqual(excerptCharactersMax);
    expect(excerpt.replaceAll(character, "").replaceAll("…", "").trim()).toBe("xyz");
  }
});

test("[FIND-1l] whatever the text, the excerpt is a part of it, short enough, with the right marks", () => {
  const part = fc.constantFrom(
    "a",
    "bc",
    " ",
    "\n",
    "👩‍🔧",
    "🇷🇴",
    "e\u0301",
    "\u0301",
    "𝐚",
    "xyz",
    " xyz ",
    "12-34",
    "ș",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
      const text = parts.join("");
      const match = matchText(readQuery("xyz"), text);
      if (match === null) return;
      const { excerpt, ranges } = excerptOf(text, match.ranges[0] ?? []);
      expect(count(excerpt)).toBeLessThanOrEqual(excerptCharactersMax);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(text).toContain(excerpt.replace(/^…/u, "").replace(/…$/u, ""));
      expect(ranges.length).toBeGreaterThan(0);
      for (const [from, to] of ranges) {
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(excerpt.length);
      }
      const [from = 0, to = 0] = ranges[0] ?? [];
      expect(excerpt.slice(from, to).replaceAll("\u0301", "")).toContain("xyz");
    }),
  );
});
