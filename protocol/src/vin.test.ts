import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCheckDigitRight, modelYear, normalVin } from "./vin.ts";

const signs = Array.from("ABCDEFGHJKLMNPRSTUVWXYZ0123456789");
const anyVin = fc.string({ unit: fc.constantFrom(...signs), minLength: 17, maxLength: 17 });

describe("normalVin", () => {
  test.each([
    ["wvw zzz 1kz 6w 214587", "WVWZZZ1KZ6W214587"],
    ["\tTMBZZZ1Z8E-1234567\n", "TMBZZZ1Z8E1234567"],
    ["WVWZZZ1KZ6W21458", null],
    ["WVWZZZ1KZ6W2145870", null],
    ["WVWZZZ1KZ6W21458O", null],
    ["WVWZZZIKZ6W214587", null],
    ["WVWZZZ1KZ6W21458ß", null],
    ["WVWZZZ1ſZ6W214587", null],
    ["", null],
  ])("[CAR-5] %j is %j", (text, vin) => {
    expect(normalVin(text)).toBe(vin);
  });

  test("[CAR-5] returns VINs unchanged, however they were spaced and written", () => {
    const gap = fc.constantFrom("", " ", "-", "\u00A0");
    fc.assert(
      fc.property(anyVin, fc.array(gap, { minLength: 17, maxLength: 17 }), (vin, gaps) => {
        const typed = Array.from(vin, (sign, index) => `${sign}${gaps[index]}`).join("");
        expect([normalVin(vin), normalVin(typed), normalVin(typed.toLowerCase())]).toEqual([vin, vin, vin]);
      }),
    );
  });

  test("[CAR-5] returns a VIN or null for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(normalVin(text) ?? "A".repeat(17)).toMatch(/^[A-HJ-NPR-Z\d]{17}$/u);
      }),
    );
  });
});

test.each([
  ["1M8GDM9AXKP042788", true],
  ["5GZCZ43D13S812715", true],
  ["11111111111111111", true],
  ["1M8GDM9A1KP042788", false],
  ["TMBZZZ1Z8E1234567", false],
])("[CAR-5] the check digit of %s: %j", (vin, isRight) => {
  expect(isCheckDigitRight(vin)).toBe(isRight);
});

test("[CAR-5] exactly one sign is a VIN's check digit", () => {
  fc.assert(
    fc.property(anyVin, (vin) => {
      const right = Array.from("0123456789X").filter((sign) =>
        isCheckDigitRight(vin.slice(0, 8) + sign + vin.slice(9)),
      );
      expect(right).toHaveLength(1);
    }),
  );
});

describe("modelYear", () => {
  const at = (sign: string, seventh = "Z", maker = "WVW"): string => `${maker}ZZZ${seventh}KZ${sign}W214587`;

  test.each([
    [at("6"), 2006],
    [at("E"), 2014],
    [at("V"), 2027],
    [at("W"), 1998],
    [at("Y"), 2000],
    [at("1"), 2001],
    [at("A"), 2010],
    [at("0"), null],
    [at("Z"), null],
    [at("U"), null],
    ["", null],
  ])("[CAR-5] %s is of %j in 2026", (vin, year) => {
    expect(modelYear(vin, 2026)).toBe(year);
  });

  test("[CAR-5] North American makers write a letter at position 7 from 2010 on", () => {
    expect([modelYear(at("E", "A", "1FA"), 2026), modelYear(at("E", "4", "1FA"), 2026)]).toEqual([2014, 1984]);
  });

  test("[CAR-5] no model year begins after next year", () => {
    fc.assert(
      fc.property(anyVin, fc.integer({ min: 2010, max: 2100 }), (vin, thisYear) => {
        const year = modelYear(vin, thisYear) ?? 1980;
        expect(year >= 1980 && year <= thisYear + 1).toBe(true);
      }),
    );
  });
});
