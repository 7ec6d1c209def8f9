import { indexedWords, insideMark, matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningsOf } from "./search-terms.ts";

const pieces = ["disc", "VKBA", "1K0", "615", "301", "AA", "A", "7", "06", "frână", "ana", "gdb1763", "x", "1.9", "👍"];
const gaps = ["", " ", "-", ".", "/", ", ", '"'];
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom(...gaps)), { maxLength: 8 })
  .map((parts) => parts.flat().join(""));
const searched = text.chain((whole) =>
  fc.tuple(
    fc.constant(whole),
    fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => whole.slice(from, to)),
  ),
);

test("[FIND-2a] every match has a word with each of the query's prefixes", () => {
  fc.assert(
    fc.property(searched, ([whole, typed]) => {
      const query = readQuery(typed);
      fc.pre(matchText(query, whole) !== null);
      const words = [...indexedWords(whole)];
      const beginnings = beginningsOf(query);
      for (const unmarked of new Set(beginnings.map((beginning) => beginning.replace(insideMark, "")))) {
        const spellings = beginnings.filter((beginning) => beginning.replace(insideMark, "") === unmarked);
        expect(words.some((word) => spellings.some((spelling) => word.startsWith(spelling)))).toBe(true);
      }
    }),
  );
});

test.each([
  ["filtru de ulei", ["filtru", "de", "ulei"]],
  ['"este mai" este', ["este", "mai"]],
  ["1K0 615 301 AA", ["1k0", "615", "301"]],
  ["ana 301", ["ana", "~ana", "301"]],
  ["kmc06134", ["kmc06134", "~kmc06134"]],
  ["06 A1", []],
])("[FIND-2a] %s is found by the prefixes %j", (typed, beginnings) => {
  expect(beginningsOf(readQuery(typed))).toEqual(beginnings);
});
