import type { OfferToStore } from "@cuplaj/protocol/offer.ts";

/** What became of an offer, and which version is stored now; null for one that names no customer. */
export type StoredAs =
  | { readonly outcome: "made" | "stored" | "same" | "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" };

/** Who stores, and when (ms). */
export interface StoredBy {
  readonly participantId: number;
  readonly now: number;
}

export type StoreOffers = (
  offers: readonly { readonly number: number; readonly content: OfferToStore }[],
) => Promise<readonly StoredAs[]>;

/** Offers as an import stores them. */
export interface ImportStore {
  /** Runs in one transaction, which is committed where it answers true; else nothing of it is stored. */
  inTransaction(by: StoredBy, run: (store: StoreOffers) => Promise<boolean>): Promise<void>;
}
