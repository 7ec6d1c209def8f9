import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { Backlog } from "../storage/stored-waits.ts";

/** A customer's decision on its way to the ERP. */
export interface Delivery {
  readonly id: string;
  readonly offerId: number;
  readonly lineId: number;
  /** The offer's version that the decision made. */
  readonly version: number;
  readonly decision: LineDecision;
  readonly by: Member;
  /** By staff for the customer (ERP-5c). */
  readonly isOnBehalf: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** This one included. */
  readonly attempts: number;
}

/** Deliveries that wait, by the database's clock. */
export interface DeliveryStore {
  /** What the ERP does not know yet. */
  backlog(): Promise<Backlog>;
  /**
   * Takes a delivery that is due, of an offer whose older ones are all delivered (HOOK-3): nobody else gets it before `takenMs` have
   * passed. Null where there is none.
   */
  take(takenMs: number): Promise<Delivery | null>;
  /** It was delivered. */
  remove(delivery: Pick<Delivery, "id">): Promise<void>;
  /** It was not, and is due again after `waitMs`; changes nothing where somebody else has taken it meanwhile. */
  retry(delivery: Pick<Delivery, "id" | "attempts">, waitMs: number): Promise<void>;
  removeOlderThan(ageMs: number): Promise<void>;
}
