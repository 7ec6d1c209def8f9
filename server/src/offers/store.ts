import type { LineDecision, Offer, OfferLine, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { PersonActor } from "../kernel/actor.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";

/** An offer as it is stored; totals are worked out from its lines. */
export interface StoredOffer extends Omit<Offer, "currency" | "lines" | "totals"> {
  readonly lines: readonly Omit<OfferLine, "total">[];
}

/** What came of storing an offer (ERP-1), with the entries that it added. */
export type StoreOutcome = { readonly entries: readonly CommittedEntry[] } & (
  | { readonly outcome: "made"; readonly offer: StoredOffer; readonly staffTotal: number }
  | { readonly outcome: "stored" | "same"; readonly offer: StoredOffer }
  /** Not newer than the version that is stored. */
  | { readonly outcome: "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" }
  /** Lines, by their index, come as decided and are not what the customer decided of (ERP-5). */
  | { readonly outcome: "undecided"; readonly indexes: readonly number[] }
);

/** What came of a decision (ERP-3), with the entry that it added; `not-sent` is also of an offer that is past its last day. */
export interface DecisionOutcome {
  readonly outcome: "decided" | "same" | "conflict" | "no-line" | "not-sent" | "not-customer";
  readonly entries: readonly CommittedEntry[];
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
  decide(decision: {
    readonly offerId: number;
    /** Null for every line that is only offered. */
    readonly lineId: number | null;
    readonly decision: LineDecision;
    /** The version that was seen. */
    readonly version: number;
    /** By staff for the customer. */
    readonly isOnBehalf: boolean;
    readonly actor: PersonActor;
    readonly now: string;
  }): Promise<DecisionOutcome>;
}
