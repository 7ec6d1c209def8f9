import { expect, test } from "vitest";
import { drawn } from "../testing/drawn.tsx";
import { offerOf } from "../testing/offers.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { room } from "../testing/people.ts";
import { OfferDetails } from "./offer-details.tsx";

const statuses = ["declined", "offered", "alternative", "accepted", "offered"] as const;

test("[OFF-3c] accepted lines come first, then offered ones in their order, then what does not count", () => {
  const offer = offerOf(10_001, { codes: ["A1", "B2", "C3", "D4", "E5"] });
  const lines = offer.lines.map((line, i) => ({ ...line, status: statuses[i] ?? "offered" }));
  const markup = drawn(createAnasApp(room(1)), <OfferDetails offer={{ ...offer, lines }} isTitled />);
  expect([...markup.matchAll(/<span>([A-E]\d)<\/span>/g)].map(([, code]) => code)).toEqual([
    "D4",
    "B2",
    "E5",
    "C3",
    "A1",
  ]);
});
