import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { mayViewOffer } from "./rules.ts";
import type { OfferStore, StoredOffer } from "./store.ts";
import { lineTotal, offerTotals } from "./totals.ts";

export interface ViewOfferParts {
  readonly offers: OfferStore;
}

/**
 * OFF-1: an offer by its number, as it is or as it was at a version; an unknown and a foreign one are the same 404, and so is a version
 * that never was (OFF-1b).
 */
export async function viewOffer(
  { offers }: ViewOfferParts,
  caller: User,
  offerId: number,
  version?: number,
): Promise<Outcome<Offer>> {
  const offer = await offers.find(offerId);
  if (offer === null || !mayViewOffer(caller, { customerId: offer.customer.id })) return refused("not_found");
  if (version === undefined || version === offer.version) return done(toOffer(offer));
  const earlier = await offers.findVersion(offerId, version);
  return earlier === null ? refused("not_found") : done(toOffer(earlier));
}

/** The offer with its totals. */
export function toOffer(offer: StoredOffer): Offer {
  const lines = offer.lines.map((line) => ({ ...line, total: lineTotal(line) }));
  return { ...offer, currency: "RON", lines, totals: offerTotals(lines) };
}
