import type { LineDecision, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { Participant, RoomChange } from "./entities.ts";

/** One change in a version of an offer (`OfferChange` of the protocol); a newer server may send unknown kinds. */
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
  /** A decision by the customer, or by staff on their behalf; `at` is ISO 8601. */
  readonly decision?: { readonly decision: LineDecision; readonly isOnBehalf: boolean; readonly at: string };
  readonly by: Participant;
}

export const offerUpdatedName = "OfferUpdated";

export const offerUpdateOf = ({ name, data }: Extract<RoomChange, { kind: "payload" }>): OfferUpdate | null =>
  // Payloads of this event name have been parsed as offer updates.
  name === offerUpdatedName ? (data as OfferUpdate) : null;
