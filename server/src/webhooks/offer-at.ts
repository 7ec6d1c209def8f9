import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { OfferStore } from "../offers/store.ts";
import { toOffer } from "../offers/view-offer.ts";

/** An offer as it was at a version, or null where there was none. */
export async function offerAt(
  offers: Pick<OfferStore, "find" | "findVersion">,
  offerId: number,
  version: number,
): Promise<Offer | null> {
  const newest = await offers.find(offerId);
  // In this order: what another version follows meanwhile is found as an earlier one.
  const found = newest?.version === version ? newest : await offers.findVersion(offerId, version);
  return found === null ? null : toOffer(found);
}
