import { offerTotals } from "@cuplaj/protocol/offer-totals.ts";
import type { Offer, OfferLine } from "./offers-shape.ts";

/** The offer with other states of some lines, and the totals that follow. */
export function withStates(offer: Offer, states: ReadonlyMap<number, OfferLine["status"]>): Offer {
  if (states.size === 0) return offer;
  const lines = offer.lines.map((line) => ({ ...line, status: states.get(line.id) ?? line.status }));
  return { ...offer, lines, totals: totalsOf(lines) };
}

/** What the lines that count cost together (OFF-3). */
export const totalsOf = (lines: readonly OfferLine[]): Offer["totals"] =>
  offerTotals(lines.map((line) => ({ ...line, vat_rate: line.vatPercent })));
