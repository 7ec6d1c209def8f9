import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalVin } from "./vin.ts";
import { romanianPlate } from "./number-plate.ts";
import { recognise } from "./recognise.ts";

const found = (text: string): string =>
  recognise(text)
    .map(({ kind, code }) => `${kind} ${code}`)
    .join(", ");

describe("recognise", () => {
  test.each([
    [
      "am un logan UU1KSD0F552123456, b-123-xyz, trebuie 1K0 615 301 AA sau GDB1330, tel 0722 123 456, 250 lei",
      "vin UU1KSD0F552123456, plate B 123 XYZ, part 1K0 615 301 AA, part GDB1330",
    ],
    ["Seria wvw zzz 1kz 6w 214587 si nr CJ 14 MVA", "vin WVWZZZ1KZ6W214587, plate CJ 14 MVA"],
    ["TMBZZZ1Z8E1234567/CJ01ABC.", "vin TMBZZZ1Z8E1234567, plate CJ 01 ABC"],
    ["cj12abc CJ12 ABC", "plate CJ 12 ABC, plate CJ 12 ABC"],
    ["N 902 061 03, 6 bucăți, 7,85 bucata", "part N 902 061 03"],
    ["LuK 624 3477 33, RepSet Pro; Sachs 3000 990 308 la 768,90 + TVA", "part 624 3477 33, part 3000 990 308"],
    ["1K0615301AA si 1k0-615-301", "part 1K0615301AA, part 1k0-615-301"],
    ["2 1K0 615 301 AA 3 buc", "part 1K0 615 301 AA"],
    ["VKBA 3549 ori vkba3549", "part VKBA 3549, part vkba3549"],
    ["ATE 03.9901-6402.2", "part 03.9901-6402.2"],
    ["A 021 545 36 32 și G 052 171 A2", "part A 021 545 36 32, part G 052 171 A2"],
    ["Bosch 0 986 478 868 sau 0986478868", "part 0 986 478 868, part 0986478868"],
    ["filtru W712/95", "part W712/95"],
    ["06A 115 561 B sau 03L 115 561 A", "part 06A 115 561 B, part 03L 115 561 A"],
    ["AM NEVOIE DE GDB1330 SAU 1K0 615 301 AA LA GOLF 5 DIN 2008", "part GDB1330, part 1K0 615 301"],
  ])("[CAR-6] %j has %j", (text, codes) => {
    expect(found(text)).toBe(codes);
  });

  test.each([
    "1.389,00 lei, 284.000 km, 2 x 500, 2x500 buc, 12500 lei",
    "12.05.2024 10:30, 2024-05-12, la 10 mai",
    "0722 123 456, 0722.123.456, 021 312 45 67, +40 (0)722 123 456, 0722 123 45",
    "205/55R16 91V, 10w40, 5W-30",
    "alternator 14 V 120 A, bec 12 V 55 W, 5L ulei",
    "Golf 5 2.0 TDI BKD 140 CP 2008, BMW E46 320d, golf2008",
    "la 200 mm 10 buc, b 12 buc, ar 20 lei, B 100 lei",
    "oferta 10001, ana12345@piese.ro, #1234567",
    "RO49 AAAA 1B31 0075 9384 0000, CUI RO12345678",
    "0189d6a2-4f5e-7c1a-9b3d-2f6a8c0e1d59",
    "WVWZZZ1KZ6W2145871, XWVWZZZ1KZ6W214587",
    "",
  ])("[CAR-6] %j has neither VINs nor plates nor part numbers", (text) => {
    expect(recognise(text).filter(({ code }) => code.length <= 17)).toEqual([]);
  });

  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "WVWZZZ1KZ6W214587",
      "b-123-xyz",
      "1K0 615 301 AA",
      "0722 123 456",
      "VKBA",
      "12",
      "x",
      "lei",
      "\u0301",
    ),
    fc.constantFrom(" ", "  ", "-", ".", "/", ",", "\n", "\u00A0", "_"),
  );

  test("[CAR-6] whatever the text, what it finds is in order, apart and as it stands there", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let end = 0;
        for (const { kind, at, to, code } of recognise(text)) {
          expect(at >= end && to > at && to <= text.length).toBe(true);
          end = to;
          const typed = text.slice(at, to);
          if (kind === "part") expect(code).toBe(typed);
          else expect(kind === "vin" ? normalVin(code) : romanianPlate(code)).toBe(code);
        }
      }),
    );
  });

  test("[CAR-6] finds a VIN and a plate among any words", () => {
    const word = fc.stringMatching(/^[a-zăâîșț]{1,12}$/u);
    fc.assert(
      fc.property(word, word, (before, after) => {
        const text = `${before}, wvwzzz1kz6w214587; ${after}: (CJ.14.MVA)`;
        expect(found(text)).toBe("vin WVWZZZ1KZ6W214587, plate CJ 14 MVA");
      }),
    );
  });
});
