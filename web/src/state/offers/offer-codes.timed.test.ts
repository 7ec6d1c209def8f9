import { growthMax, growthOf } from "@cuplaj/protocol/testing/work-time.ts";
import { expect, test } from "vitest";
import { offerOf } from "../../testing/offers.ts";
import { codesIn, offerCodes } from "./offer-codes.ts";

test("[OFF-5] searching a text for 60 codes takes time linear in its length", () => {
  const codes = offerCodes(
    offerOf(1, { codes: Array.from({ length: 60 }, (_, i) => `1K0 615 3${String(i).padStart(2, "0")} AA`) }),
  );
  const worst = [
    "1K0 615 301 AA, 1K0 615 301 AB; ",
    "1 ",
    "1K0 615 3 ",
    "1K0",
    "Bună ziua, am primit prețul pentru discuri. ",
    ". - ",
  ];
  const growths = worst.map((piece) => [piece, growthOf((text) => codesIn(text, codes), piece)] as const);
  expect(growths.filter(([, growth]) => growth >= growthMax)).toEqual([]);
});
