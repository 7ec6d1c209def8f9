import type { Offer, OfferLine } from "@cuplaj/protocol/offer.ts";

/** An offer as it is stored; totals are worked out from its lines. */
export interface StoredOffer extends Omit<Offer, "currency" | "lines" | "totals"> {
  readonly lines: readonly Omit<OfferLine, "total">[];
}

/** Offers by the number that people type. */
export interface OfferStore {
  find(offerId: number): Promise<StoredOffer | null>;
  /** Whose offer it is, or null where there is none. */
  findCustomer(offerId: number): Promise<number | null>;
}
