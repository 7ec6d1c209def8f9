import type { ListedOffer, OfferLine } from "@cuplaj/protocol/offer.ts";
import type { PricedLine } from "@cuplaj/protocol/offer-totals.ts";

export interface ListedOfferRecord extends Omit<ListedOffer, "total"> {
  readonly lines: readonly (Omit<PricedLine, "total"> & Pick<OfferLine, "qty" | "unit_price">)[];
}

export interface OfferListStore {
  /** Returns offer numbers, newest first, of one customer or everybody (null); the total counts up to `offersCountedMax`. */
  listNewest(
    customerId: number | null,
    skip: number,
    take: number,
  ): Promise<{ readonly total: number; readonly ids: readonly number[] }>;
  readEach(ids: readonly number[]): Promise<readonly ListedOfferRecord[]>;
}
