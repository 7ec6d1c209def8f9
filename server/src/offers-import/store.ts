import type { OfferToStore } from "@cuplaj/protocol/offer.ts";

export type StoredAs =
  | { readonly outcome: "made" | "stored" | "same" | "conflict"; readonly version: number }
  | { readonly outcome: "no-customer" }
  | { readonly outcome: "no-request" }
  | { readonly outcome: "undecided"; readonly indexes: readonly number[] };

export interface StoredBy {
  readonly participantId: number;
  readonly now: number;
}

export type StoreOffers = (
  offers: readonly { readonly number: number; readonly content: OfferToStore }[],
) => Promise<readonly StoredAs[]>;

export interface ImportStore {
  /** Commits if `run` returns true. First locks the stored offers and then their rooms, by ascending id like other writers. */
  inTransaction(by: StoredBy, numbers: readonly number[], run: (store: StoreOffers) => Promise<boolean>): Promise<void>;
}
