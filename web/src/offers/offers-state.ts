import { retryUnlessRefused, hasFailed, underWay } from "../state/retries/retries-state.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import {
  cachedOffer,
  heldOffer,
  versionToFetch,
  openOfferNumber,
  withCached,
  withNewest,
} from "../state/offers/cached-offers.ts";
import { comparedHandlers, retryEarlier, failureKey, takeOffer } from "./compared-offer.ts";
import { decisionHandlers, isDeciding } from "./decisions-state.ts";
import type { CachedOffer, OffersEvents, OfferView } from "../state/offers/offers-shape.ts";

export const offerHandlers: Handlers<keyof OffersEvents> = {
  ...comparedHandlers,
  ...decisionHandlers,

  // OFF-2: one that is cached or loading is fetched again only where its room names another version (OFF-7).
  "offers/asked": (state, { offerNumber }) => {
    const cached = cachedOffer(state, offerNumber);
    if (cached === undefined || cached.phase === "failed") return fetchOffer(state, offerNumber);
    const shown = state.offers.at(-1) === cached ? state : { ...state, offers: withNewest(state, cached) };
    return cached.phase === "ready" && versionToFetch(state, cached) !== null ? refetch(shown, cached) : changed(shown);
  },

  "offers/loaded": (state, { offer }) => takeOffer(state, offer),

  "offers/failed": (state, { offerNumber, error }, context) => {
    const held = heldOffer(state, offerNumber);
    // A version that is held stays, unless the offer is gone.
    const failed: CachedOffer =
      held && !isRefusal(error) ? { ...held, askedVersion: null } : { number: offerNumber, phase: "failed", error };
    return retryUnlessRefused(withCached(state, failed), failureKey(offerNumber), error, context);
  },

  "offers/view-toggled": (state, { isWide }) =>
    withView(state, isWide ? { isBesideWanted: !state.offerView.isBesideWanted } : { isSheetOpen: true }),
  "offers/sheet-closed": (state) => withView(state, { isSheetOpen: false, asked: null }),
  "offers/target-asked": (state, { offerNumber, target, isWide }) =>
    withView(state, { ...(isWide ? { isBesideWanted: true } : { isSheetOpen: true }), asked: { offerNumber, target } }),
  "offers/target-shown": (state) => withView(state, { asked: null }),
};

const withView = (state: AppState, change: Partial<OfferView>): Change =>
  changed({ ...state, offerView: { ...state.offerView, ...change } });

/** OFF-7: the open room's offer follows the version of its room at once; any other one when it is next shown. */
export function followVersions(before: AppState, after: AppState): readonly Effect[] {
  if (before.rooms === after.rooms && before.offers === after.offers && before.decisions === after.decisions) return [];
  const offerNumber = openOfferNumber(after);
  const held = offerNumber === null ? null : heldOffer(after, offerNumber);
  if (!held || versionToFetch(after, held) === null) return [];
  if (isDeciding(after, held.number) || hasFailed(after, failureKey(held.number))) return [];
  return [{ type: "dispatch", event: { type: "offers/asked", offerNumber: held.number } }];
}

/** SYNC-8a: requests the offer shown last again, where it failed, and what it is compared with. */
export function retryOffer(state: AppState, isDue: IsDue): Change {
  const newest = state.offers.at(-1);
  const isOpen = newest?.phase === "failed" || (newest?.phase === "ready" && versionToFetch(state, newest) !== null);
  const again = isOpen && newest && isDue(failureKey(newest.number)) ? fetchAgain(state, newest) : changed(state);
  return andThen(again, (next) => retryEarlier(next, isDue));
}

const fetchAgain = (state: AppState, cached: CachedOffer): Change =>
  cached.phase === "ready" ? refetch(state, cached) : fetchOffer(state, cached.number);

const fetchOffer = (state: AppState, offerNumber: number): Change =>
  changed({ ...state, offers: withNewest(state, { number: offerNumber, phase: "loading" }) }, [
    { type: "call-offer", offerNumber },
  ]);

function refetch(state: AppState, held: Extract<CachedOffer, { phase: "ready" }>): Change {
  const asked = withCached(state, { ...held, askedVersion: versionToFetch(state, held) });
  return changed(underWay(asked, failureKey(held.number)), [{ type: "call-offer", offerNumber: held.number }]);
}
