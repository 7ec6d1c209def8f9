import type { OfferToStore } from "@cuplaj/protocol/offer.ts";

/** What became of an offer, and which version is stored now; null for one that names no customer. */
export type StoredAs =
  | { readonly outcome: "made" | "stored" | "same" | "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" }
  | { readonly outcome: "undecided"; readonly indexes: readonly number[] };

/** Whose account stores, and when (ms). */
export interface StoredBy {
  readonly participantId: number;
  readonly now: number;
}

export type StoreOffers = (
  offers: readonly { readonly number: number; readonly content: OfferToStore }[],
) => Promise<readonly StoredAs[]>;

/** Offers as an import stores them. */
export interface ImportStore {
  /**
   * Runs in one transaction, which is committed where it answers true; else nothing of it is stored. Those of the numbers that are
   * stored are locked before, then their rooms, in the order of ids, as whoever writes offers does, whatever the order in the file.
   */
  inTransaction(by: StoredBy, numbers: readonly number[], run: (store: StoreOffers) => Promise<boolean>): Promise<void>;
}
