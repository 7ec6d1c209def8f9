import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { CallError } from "../../state/entities.ts";
import type { Nothing } from "../../state/shape.ts";

declare module "../../state/shape.ts" {
  interface AppState extends OfferListState {}
  interface AppEvents extends OfferListEvents {}
  interface AppEffects extends OfferListEffects {}
  interface Commands extends OfferListCommands {}
}

/** An offer as its list shows it. */
export interface ListedOffer {
  readonly number: number;
  readonly status: OfferStatus;
  readonly customer: string;
  /** In words; empty where nothing is known of it. */
  readonly car: string;
  readonly plate: string;
  /** With VAT. */
  readonly total: string;
  readonly validUntil: string;
  readonly hasRoom: boolean;
}

/** The open list, as far as it is loaded. */
export interface OfferList {
  /** What stands in the field. */
  readonly text: string;
  /** What of it is searched for; empty where that is too little, and all offers are listed. */
  readonly search: string;
  /** Waiting for the next key; what an earlier search found stays until the answer. */
  readonly phase: "waiting" | "loading" | "ready" | "failed";
  readonly offers: readonly ListedOffer[];
  readonly total: number;
  /** The last page that has come, 0 before the first. */
  readonly page: number;
  readonly isEnded: boolean;
  readonly error: CallError | null;
}

export interface OfferListState {
  /** Null while it is closed. */
  readonly offerList: OfferList | null;
}

export interface OfferListEvents {
  "offer-list/opened": Nothing;
  "offer-list/closed": Nothing;
  "offer-list/typed": { readonly text: string };
  /** Nothing was typed for a moment. */
  "offer-list/due": Nothing;
  /** The next page, or once more what failed. */
  "offer-list/more-asked": Nothing;
  "offer-list/loaded": Pick<OfferList, "search" | "offers" | "total" | "page">;
  "offer-list/failed": Pick<OfferList, "search" | "page"> & { readonly error: CallError };
}

export interface OfferListEffects {
  "call-offer-list": Pick<OfferList, "search" | "page">;
}

export interface OfferListCommands {
  readonly openOffers: () => void;
  readonly closeOffers: () => void;
  readonly typeOfferSearch: (text: string) => void;
  readonly loadMoreOffers: () => void;
}
