import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { BadValue } from "./bad-value.ts";

/** An offer as it can be stored, where it began in the file, and where its values stand there. */
export interface FileOffer {
  readonly number: number;
  readonly content: OfferToStore;
  readonly line: number;
  /** The line of a field, and how the file names it. */
  readonly where: Where;
}

/** Finds where a value stands, by its path in the offer such as `/lines/0/qty`. */
export type Where = (path: string) => { readonly line: number; readonly field: string };

/** What a file holds where an offer should be, before it is checked. */
export interface RawOffer {
  readonly line: number;
  readonly value: unknown;
  readonly where: Where;
}

/** What was read of a file at one place. */
export type Entry =
  | { readonly kind: "offer"; readonly offer: FileOffer }
  | { readonly kind: "bad"; readonly bad: readonly BadValue[] };
