import { describe, expect, test } from "vitest";
import { readOfferNumber } from "./rules.ts";

describe("readOfferNumber", () => {
  test.each([
    ["10001", 10_001],
    [" 10001 ", 10_001],
    ["010001", 10_001],
    [10_001, 10_001],
    ["oferta.10001", 10_001],
    ["0", null],
    ["9".repeat(15), 999_999_999_999_999],
    ["9".repeat(16), null],
    ["9".repeat(64), null],
  ])("[ROOM-5b] %s is read as %s", (input, expected) => {
    expect(readOfferNumber(input)).toBe(expected);
  });

  test.each([
    "",
    "abc",
    "-1",
    "1.5",
    "1e4",
    "10001x",
    "oferta.",
    "oferta.x",
    "presence-oferta.1",
    "١٢٣",
    "10 001",
    "1\n2",
  ])("[ROOM-5b] %j holds more than digits", (input) => {
    expect(readOfferNumber(input)).toBe("not-digits");
  });
});
