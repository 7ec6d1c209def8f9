import type { OfferLineStatus, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { CallError } from "../state/entities.ts";
import type { Nothing } from "../state/shape.ts";
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

/** What a code of an offer leads to: a line by its id, or a fact of the vehicle (OFF-5). */
export type OfferTarget = { readonly kind: "line"; readonly id: number } | { readonly kind: "vin" | "plate" };

/** A requested offer. */
export type CachedOffer = { readonly number: number } & (
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly offer: Offer }
  | { readonly phase: "failed"; readonly error: CallError }
);

/** The open room's offer on screen: beside the conversation where both fit, else in a sheet over it. */
export interface OfferView {
  readonly isBesideWanted: boolean;
  readonly isSheetOpen: boolean;
  /** What a pressed code leads to, until it is shown. */
  readonly asked: { readonly offerNumber: number; readonly target: OfferTarget } | null;
}

export interface OffersState {
  /** The cached offers, the last shown one last (OFF-2). */
  readonly offers: readonly CachedOffer[];
  readonly offerView: OfferView;
}

export interface OffersEvents {
  "offers/asked": { readonly offerNumber: number };
  "offers/loaded": { readonly offer: Offer };
  "offers/failed": { readonly offerNumber: number; readonly error: CallError };
  /** `isWide` says where the offer stands: beside the conversation, or in a sheet. */
  "offers/view-toggled": { readonly isWide: boolean };
  "offers/sheet-closed": Nothing;
  "offers/target-asked": { readonly offerNumber: number; readonly target: OfferTarget; readonly isWide: boolean };
  "offers/target-shown": Nothing;
}

export interface OffersEffects {
  "call-offer": { readonly offerNumber: number };
}

export interface OffersCommands {
  /** Shows the offer, fetched only when it is not cached (OFF-2). */
  readonly showOffer: (offerNumber: number) => void;
  /** Shows or hides the offer beside the conversation, or opens its sheet. */
  readonly toggleOffer: () => void;
  readonly closeOfferSheet: () => void;
  /** Shows a line or fact of the open room's offer, which is opened for it (OFF-5d). */
  readonly showInOffer: (offerNumber: number, target: OfferTarget) => void;
  /** The line or fact asked for is in view. */
  readonly noteShownInOffer: () => void;
}
