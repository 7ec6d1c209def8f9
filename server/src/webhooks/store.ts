import type { LineDecision } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import type { RequestState } from "@cuplaj/protocol/request.ts";
import type { Backlog } from "../storage/stored-waits.ts";

interface LineDecided {
  readonly offerId: number;
  readonly lineId: number;
  /** The offer version that the decision created. */
  readonly version: number;
  readonly decision: LineDecision;
  readonly isOnBehalf: boolean;
}

interface RequestReached {
  readonly requestId: number;
  readonly state: RequestState;
}

export interface Delivery {
  readonly id: string;
  readonly about: LineDecided | RequestReached;
  readonly by: Member;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Includes the current attempt. */
  readonly attempts: number;
}

/** Waiting deliveries, timed by the database's clock. */
export interface DeliveryStore {
  backlog(): Promise<Backlog>;
  /** Leases a due delivery for `takenMs`, but only once the earlier ones of its room and offer are delivered (HOOK-3). Null if nothing is due. */
  take(takenMs: number): Promise<Delivery | null>;
  remove(delivery: Pick<Delivery, "id">): Promise<void>;
  /** Makes a delivery due again after `waitMs`, unless another process has taken it since. */
  retry(delivery: Pick<Delivery, "id" | "attempts">, waitMs: number): Promise<void>;
  removeOlderThan(ageMs: number): Promise<void>;
}
