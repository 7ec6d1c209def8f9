import { twiceSpaced } from "@cuplaj/protocol/testing/makers-codes.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { offerOf } from "../../testing/offers.ts";
import { codesIn, offerCodes } from "./offer-codes.ts";

const offer = offerOf(10_001, {
  codes: ["1K0 615 301 AA", "624 3477 33", "W 712/95", "06A-115-561 B", "06A 115 561", "H7", "1234", "ULEI", "12"],
  vin: "WVWZZZ1KZ6W214587",
  plate: "CJ 14 MVA",
});

const typed = (text: string): readonly string[] =>
  codesIn(text, offerCodes(offer)).map(({ at, to }) => text.slice(at, to));
const targets = (text: string): readonly string[] =>
  codesIn(text, offerCodes(offer)).map(({ target }) => (target.kind === "line" ? `line ${target.id}` : target.kind));

test.each([
  "1K0 615 301 AA",
  "1k0615301aa",
  "1K0-615-301-AA",
  "1k0.615.301.Aa",
  "1K0\u00a0615\u00a0301 AA",
  "1K0 - 615 – 301 AA",
  "1K0615 301AA",
  "1K0_615_301_AA",
  "1K0/615/301/AA",
  "1K0\u00ad615\u00ad301\ufffeAA",
])("[OFF-5] a line's code is found as %j", (code) => {
  for (const text of [code, `Am ${code}, pe stoc`, `(${code})`, `cod:${code}.`, `\n${code}\n`, `🙂${code}🙂`]) {
    expect(typed(text)).toEqual([code]);
    expect(targets(text)).toEqual(["line 1"]);
  }
});

test("[OFF-5] VIN and plate are found too, and several codes in their order", () => {
  expect(targets("wvwzzz1kz6w214587 / CJ.14-MVA, cj14mva")).toEqual(["vin", "plate", "plate"]);
  expect(typed("624 3477 33 sau w712/95? H7!")).toEqual(["624 3477 33", "w712/95", "H7"]);
});

test.each([
  "X1K0615301AA",
  "1K0615301AAB",
  "1K0615301AA2",
  "21K0 615 301 AA",
  "1K0_615_301_AA_2",
  "1K0\n615\n301\nAA",
  "1K0....615301AA",
  "1K0615301A",
  "1K0615301AA-2",
  "5-1K0615301AA",
  "1K0.615.301.AA.B",
  "1K0615301AA-BC",
  "3/1234",
  "1234,50 lei",
  "1234.50 lei",
  "ulei",
  "12 buc",
  "W 712/955",
  "1K0615301AA\u0301",
])("[OFF-5] %j contains no code of the offer", (text) => {
  expect(typed(text)).toEqual([]);
});

test("[OFF-5] of two codes with the same start the longer one is found, without the word after it", () => {
  expect(targets("06A 115 561 B")).toEqual(["line 4"]);
  expect(targets("06A 115 561 bucăți")).toEqual(["line 5"]);
  expect(typed("1K0615301AA-ul și 1234.Mulțumesc")).toEqual(["1K0615301AA", "1234"]);
  expect(typed("1K0615301AA/624347733")).toEqual(["1K0615301AA", "624347733"]);
});

test("[OFF-5] of lines with the same code the first counts, and an offer without codes has none", () => {
  const twice = offerCodes(offerOf(10_002, { codes: ["AB 12", "ab-12"] }));
  expect(codesIn("AB12", twice)).toEqual([{ at: 0, to: 4, target: { kind: "line", id: 1 } }]);
  expect(codesIn("- . 12 ", offerCodes(offerOf(10_003, { codes: ["", " ", "-.-"] })))).toEqual([]);
});

/** Random numbers that are seeded, so that a failure can be reproduced. */
const dice = fc.array(fc.nat(), { minLength: 64, maxLength: 64 }).map((numbers) => {
  const left = numbers.values();
  return (below: number): number => (left.next().value ?? 0) % below;
});

test("[OFF-5] any maker's code is found, however either is spaced", () => {
  fc.assert(
    fc.property(dice.map(twiceSpaced), ([written, typed]) => {
      const codes = offerCodes(offerOf(1, { codes: [written] }));
      expect(codesIn(`Piesa ${typed}, da`, codes)).toMatchObject([{ at: 6, to: 6 + typed.length }]);
    }),
  );
});

test("[OFF-5] a code is found however typed, and never inside something longer", () => {
  const gaps = fc.constantFrom("", " ", "-", ".", " - ", "\u00a0");
  const code = fc
    .array(fc.constantFrom("A", "B", "0", "1", "8", "9"), { minLength: 4, maxLength: 14 })
    .filter((all) => /\d/u.test(all.join("")));
  fc.assert(
    fc.property(
      code,
      fc.array(gaps, { minLength: 14, maxLength: 14 }),
      fc.boolean(),
      (characters, between, isLower) => {
        const codes = offerCodes(offerOf(1, { codes: [characters.join("")] }));
        const loose = characters.map((character, i) => (i === 0 ? character : `${between[i]}${character}`)).join("");
        const text = isLower ? loose.toLowerCase() : loose;
        expect(codesIn(`Piesa ${text}, da`, codes)).toMatchObject([{ at: 6, to: 6 + text.length }]);
        for (const joined of [`7${text}`, `${text}7`, `Q${text}`, `${text}q`, `${text}-7`, `7.${text}`]) {
          const [found] = codesIn(joined, codes);
          expect(found === undefined || found.to - found.at < text.length).toBe(true);
        }
      },
    ),
  );
});
