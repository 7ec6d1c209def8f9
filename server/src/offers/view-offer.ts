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
 * that never was, or was for somebody else (OFF-1b).
 */
export async function viewOffer(
  { offers }: ViewOfferParts,
  caller: User,
  offerId: number,
  version?: number,
): Promise<Outcome<Offer>> {
  const offer = await offers.find(offerId);
  if (offer === null || !mayView(caller, offer)) return refused("not_found");
  if (version === undefined || version === offer.version) return done(toOffer(offer));
  const earlier = await offers.findVersion(offerId, version);
  return earlier === null || !mayView(caller, earlier) ? refused("not_found") : done(toOffer(earlier));
}

const mayView = (caller: User, { customer }: StoredOffer): boolean => mayViewOffer(caller, { customerId: customer.id });

/** The offer with its totals. */
export function toOffer(offer: StoredOffer): Offer {
  const lines = offer.lines.map((line) => ({ ...line, total: lineTotal(line) }));
  return { ...offer, currency: "RON", lines, totals: offerTotals(lines) };
}
