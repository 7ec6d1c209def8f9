import { growthMax, growthOf } from "@cuplaj/protocol/testing/work-time.ts";
import { expect, test } from "vitest";
import { offerCodes } from "../state/offers/offer-codes.ts";
import { offerOf } from "../testing/offers.ts";
import { lateFinders } from "./late-finders.ts";
import { textParts } from "./text-parts.ts";

const codes = offerCodes(
  offerOf(1, {
    codes: ["1K0 615 301 AD", "0722 123 456", "06A 115 561 B"],
    vin: "WVWZZZ1KZ6W214587",
    plate: "CJ 14 MVA",
  }),
);

test("[OFF-5][GAR-6] splitting a message takes time linear in its length", () => {
  const worst = [
    "06A 115 561 B 0722 123 456 piese.ro ",
    "0 ",
    "0722 123 456 ",
    "+",
    "(0)722-",
    "0722/",
    "06A-115-",
    "a.ro ",
    "WVWZZZ1KZ6W214587 ",
    "B 12 ",
    "A1-",
  ];
  const growths = worst.map(
    (piece) => [piece, growthOf((text) => textParts(text, lateFinders, codes), piece)] as const,
  );
  expect(growths.filter(([, growth]) => growth >= growthMax)).toEqual([]);
});
