import type { LineDecision, Offer, OfferLine, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";

/** An offer as it is stored; totals are worked out from its lines. */
export interface StoredOffer extends Omit<Offer, "currency" | "lines" | "totals"> {
  readonly lines: readonly Omit<OfferLine, "total">[];
}

/** What came of storing an offer (ERP-1), with the entries that it added. */
export type StoreOutcome = { readonly entries: readonly CommittedEntry[] } & (
  | { readonly outcome: "made" | "stored" | "same"; readonly offer: StoredOffer }
  /** Not newer than the version that is stored. */
  | { readonly outcome: "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" }
);

/** What came of a decision (ERP-3), with the entry that it added. */
export interface DecisionOutcome {
  readonly outcome: "decided" | "same" | "conflict" | "no-line" | "not-sent" | "not-customer";
  readonly entries: readonly CommittedEntry[];
}

/** Whoever of some staff has an enabled account, and whose names have none. */
export interface FoundStaff {
  readonly ids: readonly number[];
  readonly missing: readonly string[];
}

/** Offers by the number that people type. */
export interface OfferStore {
  find(offerId: number): Promise<StoredOffer | null>;
  /** An earlier version; null for one that never was. */
  findVersion(offerId: number, version: number): Promise<StoredOffer | null>;
  /** Whose offer it is, or null where there is none. */
  findCustomer(offerId: number): Promise<number | null>;
  /** The offer's room, or null where there is none. */
  findRoom(offerId: number): Promise<number | null>;
  findStaff(usernames: readonly string[]): Promise<FoundStaff>;
  /** Stores a whole offer by its version, all of it or nothing; one that is made gets a room with its customer and the staff. */
  store(offer: {
    readonly offerId: number;
    readonly content: OfferToStore;
    readonly participantId: number;
    readonly staffIds: readonly number[];
    readonly now: string;
  }): Promise<StoreOutcome>;
  decideLine(decision: {
    readonly offerId: number;
    readonly lineId: number;
    readonly decision: LineDecision;
    /** The version that was seen. */
    readonly version: number;
    readonly participantId: number;
    readonly now: string;
  }): Promise<DecisionOutcome>;
}
