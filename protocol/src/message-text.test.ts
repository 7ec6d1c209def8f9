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
])("[SEC-13b] nothing shows of %j (%s)", (text) => {
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
])("[SEC-13b] %s shows", (text) => {
  expect(showsSomething(`\u202e${text}`)).toBe(true);
});

test("[SEC-13a] a paste loses its control characters and nothing that is seen", () => {
  expect(
    cleanText("Preț\u0007:\t120 RON\u000bDisc\u000cPlăcuțe\r\nFiltru\rBujii\u0085Ulei\u001b[31m\u007f\u0092 "),
  ).toBe("Preț:\t120 RON\nDisc\nPlăcuțe\nFiltru\nBujii\nUlei[31m");
});

test.each(["\ufffe", "\uffff", "\ufdd0", "\u{1fffe}", "\u{10ffff}"])(
  "[SEC-13h] %j is no text, shows nothing and is cleaned",
  (character) => {
    expect([isText(`a${character}b`), showsSomething(character), cleanText(`1H0${character}615`)]).toEqual([
      false,
      false,
      "1H0615",
    ]);
  },
);

test("[SEC-13a] what was cleaned has no control characters, and is not cleaned twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const clean = cleanText(text.toWellFormed());
      expect([isText(clean), clean.includes("\r"), cleanText(clean)]).toEqual([true, false, clean]);
    }),
  );
});
