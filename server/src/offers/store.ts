import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { PersonActor } from "../kernel/actor.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import type { AskedDecision, DecisionOutcome, StoredOffer, StoreDecision } from "./rules.ts";

/** What became of a sent offer, with the entries that this added, and how many of the staff there are who join new rooms. */
export type StoreOutcome = StoreDecision & { readonly entries: readonly CommittedEntry[]; readonly staffTotal: number };

export interface Decision extends AskedDecision {
  readonly offerId: number;
  readonly actor: PersonActor;
}

/** A version of an offer as a program stores it. */
export interface NewOffer {
  readonly offerId: number;
  readonly content: OfferToStore;
  readonly actor: PersonActor;
}

/** Offers by the number that people type. */
export interface OfferStore {
  find(offerId: number): Promise<StoredOffer | null>;
  /** An earlier version; null for one that never was. */
  findVersion(offerId: number, version: number): Promise<StoredOffer | null>;
  /** Whose offer it is, or null where there is none. */
  findCustomer(offerId: number): Promise<number | null>;
  /** The rooms of those offers that have one, by offer. */
  findRooms(offerIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Those of some user names, in small letters, that belong to no enabled account of staff. */
  findNoStaff(usernames: readonly string[]): Promise<readonly string[]>;
  /**
   * Stores whole offers by their versions, all of them or nothing, and answers for each in their order; each is there once. One that is
   * made gets a room with its customer and those of the staff who are; their user names are in small letters.
   */
  store(
    offers: readonly NewOffer[],
    at: { readonly staff: readonly string[]; readonly now: string },
  ): Promise<readonly StoreOutcome[]>;
  /** With the entry that the decision added. */
  decide(
    decision: Decision,
  ): Promise<{ readonly outcome: DecisionOutcome; readonly entries: readonly CommittedEntry[] }>;
}
