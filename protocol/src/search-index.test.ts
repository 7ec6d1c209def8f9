import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexedQuery, indexedWords, insideMark, matchText, mayBeginInside, readQuery } from "./search-text.ts";
import { lettersOf } from "./search-tokens.ts";
import { twiceSpaced } from "./testing/makers-codes.ts";

const pieces = [
  "1K0",
  "615",
  "301",
  "AA",
  "disc",
  "VKBA",
  "frână",
  "Ș",
  "ţ",
  "a\u0306",
  "ß",
  "B",
  "👩‍🔧",
  "𝐚",
  "7",
  "1.9",
  "\u00ad",
];
const gaps = ["", " ", "-", ".", "/", " - ", ", ", "\n", '"', "„"];
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...gaps)), { maxLength: 12 })
    .map((parts) => parts.flat().join("")),
);
/** A text and a search, which is usually a slice of the text, so that there are hits. */
const searched = text.chain((whole) =>
  fc.tuple(
    fc.constant(whole),
    fc.oneof(
      text,
      fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => whole.slice(from, to)),
      fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => whole.slice(from, to).toUpperCase()),
    ),
  ),
);

function isIndexed(typed: string, whole: string): boolean {
  const words = [...indexedWords(whole)];
  return [1, 3].every((shortest) =>
    indexedQuery(readQuery(typed), shortest).every(
      (alternatives) =>
        alternatives.length === 0 ||
        alternatives.some((beginnings) =>
          beginnings.every((beginning) =>
            words.some(
              (word) =>
                word.startsWith(beginning) || (mayBeginInside(beginning) && word.startsWith(insideMark + beginning)),
            ),
          ),
        ),
    ),
  );
}

/** A generator of numbers below a bound. */
const dice = fc.array(fc.nat(), { minLength: 64, maxLength: 64 }).map((numbers) => {
  const left = numbers.values();
  return (below: number): number => (left.next().value ?? 0) % below;
});

describe("a code of any maker", () => {
  test("[FIND-1r] is found whole in any spacing", () => {
    fc.assert(
      fc.property(dice.map(twiceSpaced), ([written, typed]) => {
        const text = `Aveți rulmentul ${written}, vă rog?`;
        const match = matchText(readQuery(typed), text);
        expect(match?.rank).toBe("whole");
        expect(match?.ranges[0]?.map(([from, to]) => text.slice(from, to))).toEqual([written]);
        expect(isIndexed(typed, text)).toBe(true);
        expect(lettersOf(typed)).toBe(lettersOf(written));
      }),
    );
  });

  test("[FIND-1r] is found from the middle in any spacing", () => {
    fc.assert(
      fc.property(dice.map(twiceSpaced), fc.nat(), fc.nat(), ([written, whole], from, length) => {
        const begin = from % whole.length;
        const typed = whole.slice(begin, begin + 3 + (length % whole.length));
        const letters = lettersOf(typed);
        fc.pre(letters.length >= 3 && /\d/u.test(letters));
        const text = `Aveți rulmentul ${written}, vă rog?`;
        expect(matchText(readQuery(typed), text)).not.toBeNull();
        expect(isIndexed(typed, text)).toBe(true);
      }),
    );
  });
});

describe("the index", () => {
  test("[FIND-1m] finds everything that matches the text itself", () => {
    fc.assert(
      fc.property(searched, ([whole, typed]) => {
        fc.pre(matchText(readQuery(typed), whole) !== null);
        expect(isIndexed(typed, whole)).toBe(true);
      }),
    );
  });

  test("[FIND-1a] ranges ascend, are disjoint and contain what was typed", () => {
    fc.assert(
      fc.property(searched, ([whole, typed]) => {
        const query = readQuery(typed);
        const ranges = matchText(query, whole)?.ranges[0] ?? [];
        let end = -1;
        for (const [from, to] of ranges) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(whole.length);
          end = to;
        }
        // The ranges together contain everything typed.
        const alone = ranges.map(([from, to]) => whole.slice(from, to)).join(" \n ");
        const letters = (typedText: string): string =>
          readQuery(typedText)
            .clauses.flatMap(({ words }) => words)
            .join("");
        if (ranges.length > 0)
          for (const { words } of query.clauses) for (const word of words) expect(letters(alone)).toContain(word);
      }),
    );
  });

  test("[FIND-1r] holds suffixes from inside letters only if they reach the digits", () => {
    const isAsked = (typed: string): boolean => isIndexed(typed, "Opel Astra 1.6, pentru 2020");
    expect(["str", "tra", "ent", "ru2021", "ast"].map(isAsked)).toEqual([false, false, false, false, true]);
    expect(["tra16", "stra 1.6", "tru2020", "astra16"].map(isAsked)).toEqual([true, true, true, true]);
  });

  test("[FIND-1m] a text of nothing but codes costs time linear in its length", () => {
    const hostile = "1 ".repeat(2000);
    expect(indexedWords(hostile).size).toBeLessThan(30);
    expect(matchText(readQuery("2".repeat(200)), hostile)).toBeNull();
    expect(matchText(readQuery("1".repeat(200)), hostile)).not.toBeNull();
  });
});
