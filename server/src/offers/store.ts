import type { OfferLine, OfferStatus, Vehicle } from "@cuplaj/protocol/offer.ts";
import type { NamedPerson } from "@cuplaj/protocol/participant.ts";

/** An offer as it is kept; totals are worked out from its lines. */
export interface StoredOffer {
  readonly id: number;
  readonly customer: NamedPerson;
  readonly status: OfferStatus;
  readonly version: number;
  readonly vehicle: Vehicle;
  readonly validUntil: string;
  readonly updatedAt: string;
  readonly lines: readonly Omit<OfferLine, "total">[];
}

/** Offers by the number that people type. */
export interface OfferStore {
  find(offerId: number): Promise<StoredOffer | null>;
  /** Whose offer it is, or null where there is none. */
  findCustomer(offerId: number): Promise<number | null>;
}
