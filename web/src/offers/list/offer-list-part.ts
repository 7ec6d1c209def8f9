import { offersPerPage } from "@cuplaj/protocol/limits.ts";
import { isEnough, typedPauseMs } from "../../state/search/typed-search.ts";
import { retryLater, underWay, withoutFailure } from "../../state/retries/retries-state.ts";
import type { AppState, Nothing } from "../../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../../state/transition.ts";
import type { OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { CallError } from "../../state/entities.ts";
import type { Part } from "../../state/part.ts";

declare module "../../state/shape.ts" {
  interface AppState extends OfferListState {}
  interface AppEvents extends OfferListEvents {}
  interface AppEffects extends OfferListEffects {}
}

export interface ListedOffer {
  readonly number: number;
  readonly status: OfferStatus;
  readonly customer: string;
  readonly car: string;
  readonly plate: string;
  readonly total: string;
  readonly validUntil: string;
  readonly hasRoom: boolean;
}

export interface OfferList {
  readonly text: string;
  /** Empty if `text` is too short to search for: the list then has all offers. */
  readonly search: string;
  /** `waiting` means waiting for the next key. Earlier results stay until the response. */
  readonly phase: "waiting" | "loading" | "ready" | "failed";
  readonly offers: readonly ListedOffer[];
  readonly total: number;
  /** The last page loaded, 0 before the first. */
  readonly page: number;
  readonly isEnded: boolean;
  readonly error: CallError | null;
}

interface OfferListState {
  readonly offerList: OfferList | null;
}

interface OfferListEvents {
  "offer-list/opened": Nothing;
  "offer-list/closed": Nothing;
  "offer-list/typed": { readonly text: string };
  "offer-list/due": Nothing;
  "offer-list/more-asked": Nothing;
  "offer-list/loaded": Pick<OfferList, "search" | "offers" | "total" | "page">;
  "offer-list/failed": Pick<OfferList, "search" | "page"> & { readonly error: CallError };
}

export interface OfferListEffects {
  "call-offer-list": Pick<OfferList, "search" | "page">;
}

const failureKey = "offer-list";

const offerListHandlers: Handlers<keyof OfferListEvents | "address/arrived"> = {
  "offer-list/opened": (state) => (state.offerList === null ? load(state, beginning) : changed(state)),
  "offer-list/closed": (state) => changed(closed(state)),

  "offer-list/typed": (state, { text }) => {
    const { offerList: list } = state;
    if (list === null) return changed(state);
    const search = isEnough(text) ? text.trim() : "";
    if (search === list.search) return changed({ ...state, offerList: { ...list, text } });
    return changed({ ...state, offerList: { ...list, text, search, phase: "waiting", page: 0 } }, [
      { type: "dispatch-later", key: failureKey, delayMs: typedPauseMs, event: { type: "offer-list/due" } },
    ]);
  },

  "offer-list/due": (state) => (state.offerList?.phase === "waiting" ? load(state, state.offerList) : changed(state)),

  "offer-list/more-asked": (state) => {
    const { offerList: list } = state;
    const isMore = list?.phase === "failed" || (list?.phase === "ready" && !list.isEnded);
    return isMore ? load(state, list) : changed(state);
  },

  "offer-list/loaded": (state, { search, offers, total, page }) => {
    const list = awaiting(state, search, page);
    if (list === null) return changed(state);
    // Changes shift the pages, so an offer may come twice.
    const known = new Set(list.offers.map(({ number }) => number));
    const all = page === 1 ? offers : [...list.offers, ...offers.filter(({ number }) => !known.has(number))];
    const isEnded = offers.length < offersPerPage;
    const loaded: OfferList = { ...list, offers: all, total, page, isEnded, phase: "ready", error: null };
    return changed({ ...withoutFailure(state, failureKey), offerList: loaded });
  },

  "offer-list/failed": (state, { search, page, error }, context) => {
    const list = awaiting(state, search, page);
    if (list === null) return changed(state);
    const offers = page === 1 ? [] : list.offers;
    return retryLater({ ...state, offerList: { ...list, offers, phase: "failed", error } }, failureKey, error, context);
  },

  "address/arrived": (state) => changed(closed(state)),
};

const retryOfferList = (state: AppState, isDue: IsDue): Change =>
  state.offerList?.phase === "failed" && isDue(failureKey) ? load(state, state.offerList) : changed(state);

const beginning: OfferList = {
  ...{ text: "", search: "", phase: "loading", offers: [], total: 0, page: 0, isEnded: false, error: null },
};

const closed = (state: AppState): AppState =>
  state.offerList === null ? state : { ...withoutFailure(state, failureKey), offerList: null };

/** The list if it awaits this page of this search; null if another was requested since. */
function awaiting({ offerList: list }: AppState, search: string, page: number): OfferList | null {
  return list?.phase === "loading" && list.search === search && list.page + 1 === page ? list : null;
}

const load = (state: AppState, list: OfferList): Change =>
  changed({ ...underWay(state, failureKey), offerList: { ...list, phase: "loading" } }, [
    { type: "call-offer-list", search: list.search, page: list.page + 1 },
  ]);

export const offerListPart: Part<OfferListState, OfferListEvents, OfferListEffects> = {
  initial: { offerList: null },
  handlers: offerListHandlers,
  retry: retryOfferList,
};
