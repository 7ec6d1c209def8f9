import type { LineDecision, OfferLineStatus, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { CallError } from "../entities.ts";
import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends OffersState {}
  interface AppEvents extends OffersEvents {}
  interface AppEffects extends OffersEffects {}
  interface AlertKeys extends Record<`offers.${"decided" | "decidedFor"}.${"accept" | "decline" | "all"}`, true> {}
  interface LoggedKinds {
    OfferUpdated: true;
  }
}

/** Money is a decimal string with two decimal places. */
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

export interface Offer {
  readonly number: number;
  /** The request that it answers (REQ-1). */
  readonly requestId: number | null;
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

/** The target of a code: a line, by its id, or a fact about the vehicle (OFF-5). */
export type OfferTarget = { readonly kind: "line"; readonly id: number } | { readonly kind: "vin" | "plate" };

/** A requested offer. `askedVersion` is the version that is being fetched to replace a held one (OFF-2), or null. */
export type CachedOffer = { readonly number: number } & (
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly offer: Offer; readonly askedVersion: number | null }
  | { readonly phase: "failed"; readonly error: CallError }
);

export interface OfferView {
  readonly isBesideWanted: boolean;
  readonly isSheetOpen: boolean;
  readonly asked: { readonly offerNumber: number; readonly target: OfferTarget } | null;
}

/** A part of an offer that was viewed: a line, by its id, or the part above or below the lines. */
export type SeenPart = number | "head" | "foot";

export interface ComparedOffer {
  readonly offerNumber: number;
  readonly since: number | null;
  /** The version last seen, once loaded; `none` if the server no longer has it. */
  readonly earlier: Offer | "none" | null;
  /** The parts of the pane's version that have been in view for long enough; `whole` if all have. */
  readonly seen: readonly SeenPart[] | "whole";
}

export interface DecisionKey {
  readonly offerNumber: number;
  readonly lineId: number | null;
}

/** A decision that the offer does not include yet (OFF-9). Decisions on the same offer are sent one at a time. */
export interface Decision extends DecisionKey {
  readonly lineIds: readonly number[];
  readonly decision: LineDecision;
  readonly isOnBehalf: boolean;
  readonly version: number;
  readonly phase: "undoable" | "waiting" | "sending" | "failed";
  readonly error: CallError | null;
}

export interface OffersState {
  readonly offers: readonly CachedOffer[];
  readonly offerView: OfferView;
  readonly comparedOffer: ComparedOffer | null;
  readonly decisions: readonly Decision[];
}

export interface OffersEvents {
  "offers/asked": { readonly offerNumber: number };
  "offers/loaded": { readonly offer: Offer };
  "offers/failed": { readonly offerNumber: number; readonly error: CallError };
  "offers/view-toggled": { readonly isWide: boolean };
  "offers/sheet-closed": Nothing;
  "offers/target-asked": { readonly offerNumber: number; readonly target: OfferTarget; readonly isWide: boolean };
  "offers/target-shown": Nothing;
  "offers/pane-opened": { readonly offerNumber: number };
  "offers/pane-closed": { readonly offerNumber: number };
  "offers/seen-version-known": { readonly offerNumber: number; readonly since: number | null };
  "offers/earlier-loaded": { readonly offer: Offer };
  "offers/earlier-failed": { readonly offerNumber: number; readonly version: number; readonly error: CallError };
  "offers/looked-at": { readonly offerNumber: number; readonly version: number; readonly part: SeenPart };
  "offers/decision-asked": DecisionKey & {
    readonly decision: LineDecision;
    /** The button was pressed too soon for anybody to have read the line's current text. */
    readonly isTooSoon: boolean;
  };
  "offers/decision-due": DecisionKey;
  "offers/decision-undone": DecisionKey;
  "offers/decided": { readonly lineId: number | null; readonly offer: Offer };
  /** `newer` is the current offer, if the decision was made on another version. */
  "offers/decision-failed": DecisionKey & { readonly error: CallError; readonly newer: Offer | null };
}

export interface OffersEffects {
  "call-offer": { readonly offerNumber: number };
  "call-earlier-offer": { readonly offerNumber: number; readonly version: number };
  "call-decide": { readonly decision: Decision };
  "find-seen-version": { readonly offerNumber: number };
  "save-seen-version": { readonly offerNumber: number; readonly version: number };
}
