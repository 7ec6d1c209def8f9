import fc from "fast-check";
import { expect, test } from "vitest";
import { normalPlate, plateKey, romanianPlate } from "./number-plate.ts";

test.each([
  ["b-123-ana", "B 123 ANA"],
  ["B12ANA", "B 12 ANA"],
  ["cj 12abc", "CJ 12 ABC"],
  [" B.123.ANA ", "B 123 ANA"],
  ["bc 01 xyz", "BC 01 XYZ"],
  ["B 012345", "B 012345"],
  ["tm-0123", "TM 0123"],
  ["CJ 123 ABC", "CJ 123 ABC"],
  ["B 12 QAB", "B 12 QAB"],
  ["  ab/123/cd", "ab/123/cd"],
  ["M-AB 1234", "M-AB 1234"],
  ["", ""],
])("[CAR-1a] the plate %j becomes %j", (typed, normal) => {
  expect(normalPlate(typed)).toBe(normal);
});

test.each(["CJ 123 ABC", "B 12 QAB", "B 12 OAB", "XX 12 ABC", "B 1 ABC", "B 1234 ABC", "B 012345", "B 12 ABCD"])(
  "[CAR-1a] %s is not a permanent Romanian plate",
  (plate) => {
    expect(romanianPlate(plate)).toBeNull();
  },
);

test("[CAR-1a] bringing a plate into its normal form changes neither that form nor the plate's key", () => {
  const plate = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^(?:B|CJ|TM|IF)[ .-]?\d{2,6}[ .-]?[A-Za-z]{0,3}$/u),
  );
  fc.assert(
    fc.property(plate, (typed) => {
      const normal = normalPlate(typed);
      expect(normalPlate(normal)).toBe(normal);
      expect(plateKey(normal)).toBe(plateKey(typed));
    }),
  );
});
