import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { Backlog } from "../storage/stored-waits.ts";

export interface Delivery {
  readonly id: string;
  readonly offerId: number;
  readonly lineId: number;
  /** The offer's version that the decision created. */
  readonly version: number;
  readonly decision: LineDecision;
  readonly by: Member;
  /** Whether staff decided for the customer (ERP-5c). */
  readonly isOnBehalf: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Including the current one. */
  readonly attempts: number;
}

/** Waiting deliveries, timed by the database's clock. */
export interface DeliveryStore {
  backlog(): Promise<Backlog>;
  /** Leases a due delivery for `takenMs`, but only if the offer's older ones are delivered (HOOK-3). Null if nothing is due. */
  take(takenMs: number): Promise<Delivery | null>;
  remove(delivery: Pick<Delivery, "id">): Promise<void>;
  /** Makes it due again after `waitMs`, unless somebody else has taken it since. */
  retry(delivery: Pick<Delivery, "id" | "attempts">, waitMs: number): Promise<void>;
  removeOlderThan(ageMs: number): Promise<void>;
}
