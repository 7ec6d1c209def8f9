import { expect, test } from "vitest";
import { offerOf } from "../testing/offers.ts";
import { steadyLines } from "./offer-hooks.ts";

const [a, b, c, d] = offerOf(10_001, { codes: ["A1", "B2", "C3", "D4"] }).lines;

test("[OFF-3c] removed and changed lines keep their position, and new ones come last", () => {
  const dearer = { ...c!, unitPrice: "120.00" };
  const next = steadyLines([a!, b!, c!], [d!, dearer, a!], [b!]);
  expect(next).toEqual([a, b, dearer, d]);
  // The line keeps its position in the next version, and follows the offer again once the offer includes it.
  expect(steadyLines(next, [a!, d!], [c!])).toEqual([a, b, dearer, d]);
  expect(steadyLines(next, [b!, a!, c!, d!], [])).toEqual([a, b, c, d]);
});

test("[OFF-8] a line removed before the offer was opened is listed below the others", () => {
  expect(steadyLines([b!, c!], [b!, c!], [a!])).toEqual([b, c, a]);
});
