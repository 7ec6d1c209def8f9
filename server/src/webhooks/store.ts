import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { Backlog } from "../storage/stored-waits.ts";

export interface Delivery {
  readonly id: string;
  readonly offerId: number;
  readonly lineId: number;
  /** The offer version that the decision created. */
  readonly version: number;
  readonly decision: LineDecision;
  readonly by: Member;
  readonly isOnBehalf: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Includes the current attempt. */
  readonly attempts: number;
}

/** Waiting deliveries, timed by the database's clock. */
export interface DeliveryStore {
  backlog(): Promise<Backlog>;
  /** Leases a due delivery for `takenMs`, but only once the offer's earlier ones are delivered (HOOK-3). Null if nothing is due. */
  take(takenMs: number): Promise<Delivery | null>;
  remove(delivery: Pick<Delivery, "id">): Promise<void>;
  /** Makes a delivery due again after `waitMs`, unless another process has taken it since. */
  retry(delivery: Pick<Delivery, "id" | "attempts">, waitMs: number): Promise<void>;
  removeOlderThan(ageMs: number): Promise<void>;
}
