import type { LineDecision, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { Participant } from "./entities.ts";

/** One thing that a version of an offer changed, as the protocol's `OfferChange` says it; a newer server may know more of them. */
export interface OfferChange {
  readonly what: string;
  readonly lineId: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** Another version of a room's offer (OFF-6): the changes that are named, how many there are, and whose doing it was. */
export interface OfferUpdate {
  readonly offerNumber: number;
  readonly version: number;
  readonly status: OfferStatus;
  readonly changes: readonly OfferChange[];
  readonly changesTotal: number;
  /** Where somebody accepted or declined: the customer, or staff on their behalf, and when (ISO 8601). */
  readonly decision?: { readonly decision: LineDecision; readonly isOnBehalf: boolean; readonly at: string };
  readonly by: Participant;
}
