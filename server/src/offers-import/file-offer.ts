import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { BadValue } from "./bad-value.ts";

export interface FileOffer {
  readonly number: number;
  readonly content: OfferToStore;
  readonly line: number;
  readonly where: Where;
}

/** Maps a path in the offer, such as `/lines/0/qty`, to its line in the file and the file's name for the field. */
export type Where = (path: string) => { readonly line: number; readonly field: string };

export interface RawOffer {
  readonly line: number;
  readonly value: unknown;
  readonly where: Where;
}

export type Entry =
  | { readonly kind: "offer"; readonly offer: FileOffer }
  | { readonly kind: "bad"; readonly bad: readonly BadValue[] };
