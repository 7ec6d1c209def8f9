import type { OfferLineStatus, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { CallError } from "../state/entities.ts";
import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface AppState extends OffersState {}
  interface AppEvents extends OffersEvents {}
  interface AppEffects extends OffersEffects {}
  interface Commands extends OffersCommands {}
  interface Words extends OffersWords {}
}
type OffersWords = typeof ro;

/** A part in an offer; money is a string with two decimals. */
export interface OfferLine {
  readonly id: number;
  readonly code: string;
  readonly brand: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly vatPercent: number;
  readonly total: string;
  readonly stock: number;
  readonly deliveryDays: number;
  readonly status: OfferLineStatus;
}

/** An offer; people type its number (OFF-1). */
export interface Offer {
  readonly number: number;
  readonly status: OfferStatus;
  readonly version: number;
  readonly customer: { readonly id: number; readonly name: string };
  readonly vehicle: {
    readonly make: string;
    readonly model: string;
    readonly year: number | null;
    readonly engine: string;
    readonly vin: string;
    readonly plate: string;
  };
  readonly currency: "RON";
  readonly lines: readonly OfferLine[];
  readonly totals: { readonly net: string; readonly vat: string; readonly gross: string };
  readonly validUntil: string;
  readonly updatedAt: string;
}

/** A requested offer. */
export type CachedOffer = { readonly number: number } & (
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly offer: Offer }
  | { readonly phase: "failed"; readonly error: CallError }
);

export interface OffersState {
  /** The cached offers, the last shown one last (OFF-2). */
  readonly offers: readonly CachedOffer[];
}

export interface OffersEvents {
  "offers/asked": { readonly offerNumber: number };
  "offers/loaded": { readonly offer: Offer };
  "offers/failed": { readonly offerNumber: number; readonly error: CallError };
}

export interface OffersEffects {
  "call-offer": { readonly offerNumber: number };
}

export interface OffersCommands {
  /** Shows the offer, fetched only when it is not cached (OFF-2). */
  readonly showOffer: (offerNumber: number) => void;
}
