import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, isText, showsSomething } from "./message-text.ts";

test.each([
  ["\u200b", "zero width space"],
  ["\u00ad", "soft hyphen"],
  ["\u3164", "Hangul filler"],
  ["\uffa0\u115f\u1160", "other fillers"],
  ["\ufe0f", "variation selector"],
  ["\u2800", "empty Braille pattern"],
  ["\u0301\u0300\u20e3", "marks without a letter"],
  ["\u202e\u2066\u2069", "bidi controls"],
  ["\u{e0041}\u{e007f}", "tags"],
  ["\u00a0\u2003\u3000\u2028\ufeff", "spaces"],
])("[SEC-13b] %j (%s) is invisible", (text) => {
  expect(showsSomething(`${text} ${text}`)).toBe(false);
});

test.each([
  "a",
  ".",
  "0",
  "ș",
  "e\u0301",
  "❤️",
  "1️⃣",
  "🇷🇴",
  "👨‍👩‍👧",
  "שלום",
  "क्षि",
  "ㅎ",
  "\u{f8ff}",
  "\u{1fae9}",
  "\u{1faff}",
])("[SEC-13b] %s is visible", (text) => {
  expect(showsSomething(`\u202e${text}`)).toBe(true);
});

test("[SEC-13] pasted text loses its control characters and nothing visible", () => {
  expect(
    cleanText("Preț\u0007:\t120 RON\u000bDisc\u000cPlăcuțe\r\nFiltru\rBujii\u0085Ulei\u001b[31m\u007f\u0092 "),
  ).toBe("Preț:\t120 RON\nDisc\nPlăcuțe\nFiltru\nBujii\nUlei[31m");
});

test.each(["\ufffe", "\uffff", "\ufdd0", "\u{1fffe}", "\u{10ffff}"])(
  "[SEC-13] %j is refused, counts as invisible and is stripped",
  (character) => {
    expect([isText(`a${character}b`), showsSomething(character), cleanText(`1H0${character}615`)]).toEqual([
      false,
      false,
      "1H0615",
    ]);
  },
);

test.each([
  ["e\u0301\u0300\u0302\u0301\u0300\u0302\u0301\u0300", "as many marks as a letter may have"],
  ["ཧྐྵྨླྺྼྻྂ", "the most that Tibetan writes"],
  ["क्षि நி שָׁלוֹם 1️⃣ 👁️‍🗨️ Việt", "usual ones"],
  ["हाााााााााा", "a long vowel, whose marks are next to it"],
])("[SEC-13l] accepts and keeps %s (%s)", (text) => {
  expect([isText(text), cleanText(text)]).toEqual([true, text]);
});

test.each([
  ["\u0301".repeat(9), "one mark more"],
  ["\u0301\u0300\u0302".repeat(1300), "thousands"],
  ["\u0301\u200d".repeat(20), "what nobody sees between them"],
  ["\u0301\u0007".repeat(20), "controls between them"],
])("[SEC-13l] refuses and cuts a letter with too many marks: %j (%s)", (marks) => {
  expect(isText(`Preț e${marks}!`)).toBe(false);
  const clean = cleanText(`Preț e${marks}!`);
  expect([isText(clean), clean.replaceAll(/[\p{M}\u200d]/gu, ""), clean.match(/\p{M}/gu)?.length]).toEqual([
    true,
    "Preț e!",
    8,
  ]);
});

test("[SEC-13] cleaning removes all control characters and is idempotent", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
          fc.constantFrom("\u0301", "\u200d", "\ufe0f"),
        ),
        maxLength: 200,
      }),
      (text) => {
        const clean = cleanText(text.toWellFormed());
        expect([isText(clean), clean.includes("\r"), cleanText(clean)]).toEqual([true, false, clean]);
      },
    ),
  );
});
