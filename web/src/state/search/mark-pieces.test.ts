import fc from "fast-check";
import { expect, test } from "vitest";
import { foundRanges, markPieces } from "./use-found.ts";

const marked = (part: string, from: number, ranges: readonly (readonly [number, number])[]): string =>
  markPieces(part, from, ranges)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join("");

test("[FIND-4c] a part is marked where the whole text's match overlaps it", () => {
  expect(marked("codul 1K0", 0, [[6, 13]])).toBe("codul [1K0]");
  expect(marked(" 615 3", 9, [[6, 13]])).toBe("[ 615] 3");
  expect(marked("apoi", 20, [[6, 13]])).toBe("apoi");
  expect(
    marked("unu doi unu", 0, [
      [0, 3],
      [8, 11],
    ]),
  ).toBe("[unu] doi [unu]");
});

test("[FIND-4c] the pieces add up to the part, each with its position", () => {
  const range = fc.tuple(fc.nat(40), fc.nat(8)).map(([at, length]) => [at, at + length] as const);
  fc.assert(
    fc.property(fc.string(), fc.nat(20), fc.array(range), (part, from, unordered) => {
      const pieces = markPieces(
        part,
        from,
        unordered.toSorted(([a], [b]) => a - b),
      );
      expect(pieces.map(({ text }) => text).join("")).toBe(part);
      for (const { at, text } of pieces) expect(part.slice(at, at + text.length)).toBe(text);
    }),
  );
});

test("[FIND-4c] text is found as the server finds it: without diacritics, codes in other groupings", () => {
  const ranges = (words: string, text: string) => foundRanges(words, text).map(([from, to]) => text.slice(from, to));
  expect(ranges("placute", "Plăcuțe față")).toEqual(["Plăcuțe"]);
  expect(ranges("1k0615301", "discuri 1K0 615 301 AA")).toEqual(["1K0 615 301"]);
  expect(ranges("plăcuțe", "discuri")).toEqual([]);
});
