import type { OfferUpdated } from "@cuplaj/protocol/events.ts";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { PersonActor } from "../kernel/actor.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { AskedDecision, DecisionOutcome, StoredOffer, StoreDecision } from "./rules.ts";

/** `staffTotal` is the number of staff who join new rooms. */
export type StoreOutcome = StoreDecision & { readonly entries: readonly CommittedEntry[]; readonly staffTotal: number };

export interface Decision extends AskedDecision {
  readonly offerId: number;
  readonly actor: PersonActor;
}

export interface NewOffer {
  readonly offerId: number;
  readonly content: OfferToStore;
  readonly actor: PersonActor;
}

/** `before` is the locked offer, or null to create one. */
export interface NewVersion {
  readonly before: StoredOffer | null;
  readonly offer: StoredOffer;
  readonly actor: PersonActor;
  /** The audit entry to add, if any. */
  readonly noted: { readonly kind: "offer.stored" | "offer.decided-for"; readonly detail: string } | null;
  readonly decision?: OfferUpdated["decision"];
}

/** `requestId` counts only for an offer that is not stored yet. */
export interface AskedRooms {
  readonly offerId: number;
  readonly requestId: number | null;
}

export interface OfferStore {
  find(offerId: number): Promise<StoredOffer | null>;
  /** Null if the version never existed or is no longer stored. */
  findVersion(offerId: number, version: number): Promise<StoredOffer | null>;
  findCustomer(offerId: number): Promise<number | null>;
  /** Returns for each offer the rooms that a change to it may concern: its own, and that of the request which it answers. Ids ascend. */
  findRooms(asked: readonly AskedRooms[]): Promise<readonly (readonly number[])[]>;
  /** Returns those of the usernames (in lower case) that have no enabled staff account. */
  findNoStaff(usernames: readonly string[]): Promise<readonly string[]>;
  /**
   * Stores all offers or none, and returns an outcome for each in order; no offer may occur twice. A new offer gets a room with its customer and
   * `staff` (usernames in lower case).
   */
  store(
    offers: readonly NewOffer[],
    at: { readonly staff: readonly string[]; readonly now: string },
  ): Promise<readonly StoreOutcome[]>;
  decide(
    decision: Decision,
  ): Promise<{ readonly outcome: DecisionOutcome; readonly entries: readonly CommittedEntry[] }>;
}
