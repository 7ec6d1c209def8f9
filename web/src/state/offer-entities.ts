import type { LineDecision, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { Participant, RoomChange } from "./entities.ts";

/** One thing that a version of an offer changed, as the protocol's `OfferChange` says it; a newer server may know more of them. */
export interface OfferChange {
  readonly what: string;
  readonly lineId: number | null;
  readonly from: string | null;
  readonly to: string | null;
}

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

export const offerUpdatedName = "OfferUpdated";

export const offerUpdateOf = ({ name, data }: Extract<RoomChange, { kind: "payload" }>): OfferUpdate | null =>
  // Under the name stands only what its kind has read.
  name === offerUpdatedName ? (data as OfferUpdate) : null;
