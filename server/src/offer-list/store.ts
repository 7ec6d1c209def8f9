import type { ListedOffer, OfferLine } from "@cuplaj/protocol/offer.ts";
import type { PricedLine } from "@cuplaj/protocol/offer-totals.ts";

/** An offer of the list as it is stored; its total is worked out from its lines. */
export interface ListedOfferRecord extends Omit<ListedOffer, "total"> {
  readonly lines: readonly (Omit<PricedLine, "total"> & Pick<OfferLine, "qty" | "unit_price">)[];
}

export interface OfferListStore {
  /** Numbers of offers, newest first, everybody's or one customer's, and how many there are, counted up to `offersCountedMax`. */
  listNewest(
    customerId: number | null,
    skip: number,
    take: number,
  ): Promise<{ readonly total: number; readonly ids: readonly number[] }>;
  /** Offers in the order of their numbers in `ids`. */
  readEach(ids: readonly number[]): Promise<readonly ListedOfferRecord[]>;
}
