import type { Offer } from "@cuplaj/protocol/offer.ts";
import { lineTotal, offerTotals } from "@cuplaj/protocol/offer-totals.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { mayViewOffer, type StoredOffer } from "./rules.ts";
import type { OfferStore } from "./store.ts";

export interface ViewOfferParts {
  readonly offers: OfferStore;
}

/** OFF-1: the newest version or an earlier one; 404 for unknown offers, those of others, and missing versions (OFF-1b). */
export async function viewOffer(
  { offers }: ViewOfferParts,
  caller: User,
  offerId: number,
  version?: number,
): Promise<Outcome<Offer>> {
  const offer = await offers.find(offerId);
  if (offer === null || !mayViewOffer(caller, { customerId: offer.customer.id })) return refused("not_found");
  const found = version === undefined ? offer : await atVersion(offers, offer, version);
  return found === null ? refused("not_found") : done(toOffer(found));
}

/** HOOK-1: returns an offer at a version, for programs; null if that version is not stored. */
export async function findOfferAt(offers: VersionedOffers, offerId: number, version: number): Promise<Offer | null> {
  const offer = await offers.find(offerId);
  const found = offer === null ? null : await atVersion(offers, offer, version);
  return found === null ? null : toOffer(found);
}

type VersionedOffers = Pick<OfferStore, "find" | "findVersion">;

/** If the newest version is replaced after it was read, it is found among the earlier ones. */
const atVersion = async (offers: VersionedOffers, newest: StoredOffer, version: number): Promise<StoredOffer | null> =>
  newest.version === version ? newest : await offers.findVersion(newest.id_cerere, version);

export function toOffer(offer: StoredOffer): Offer {
  const lines = offer.lines.map((line) => ({ ...line, total: lineTotal(line) }));
  return { ...offer, currency: "RON", lines, totals: offerTotals(lines) };
}
