import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { mayViewOffer } from "./rules.ts";
import type { OfferStore } from "./store.ts";
import { lineTotal, offerTotals } from "./totals.ts";

export interface ViewOfferParts {
  readonly offers: OfferStore;
}

/** OFF-1: an offer by its number; an unknown and a foreign one are the same 404. */
export async function viewOffer({ offers }: ViewOfferParts, caller: User, offerId: number): Promise<Outcome<Offer>> {
  const offer = await offers.find(offerId);
  if (offer === null || !mayViewOffer(caller, { customerId: offer.customer.id })) return refused("not_found");
  const lines = offer.lines.map((line) => ({ ...line, total: lineTotal(line) }));
  return done({ ...offer, currency: "RON", lines, totals: offerTotals(lines) });
}
