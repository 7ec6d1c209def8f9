import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { mayViewOffer } from "./rules.ts";
import type { OfferStore, StoredOffer } from "./store.ts";
import { lineTotal, offerTotals, type PricedLine } from "./totals.ts";

/** What viewing an offer needs. */
export interface ViewOfferParts {
  readonly offers: OfferStore;
}

/** OFF-1: an offer by its number; an unknown and a foreign one are the same 404. */
export async function viewOffer({ offers }: ViewOfferParts, caller: User, offerId: number): Promise<Outcome<Offer>> {
  const offer = await offers.find(offerId);
  if (offer === null || !mayViewOffer(caller, { customerId: offer.customer.id })) return refused("not_found");
  return done(toOffer(offer));
}

function toOffer(offer: StoredOffer): Offer {
  const priced = offer.lines.map((line) => ({ line, price: priceOf(line) }));
  return {
    id_cerere: offer.id,
    status: offer.status,
    version: offer.version,
    customer: offer.customer,
    vehicle: offer.vehicle,
    currency: "RON",
    lines: priced.map(({ line, price }) => ({ ...line, total: lineTotal(price) })),
    totals: offerTotals(priced.map(({ price }) => price)),
    valid_until: offer.validUntil,
    updated_at: offer.updatedAt,
  };
}

const priceOf = (line: StoredOffer["lines"][number]): PricedLine => ({
  qty: line.qty,
  unitPrice: line.unit_price,
  vatRate: line.vat_rate,
  status: line.status,
});
