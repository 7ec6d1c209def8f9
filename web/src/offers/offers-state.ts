import { retryUnlessRefused, withoutFailure } from "../retries/retries-state.ts";
import type { AppState } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";
import type { CachedOffer, Offer, OffersEvents, OfferView } from "./offers-shape.ts";

/** Most offers cached at once; the one shown longest ago makes room for another. */
export const offersCachedMax = 20;

/** The offers beside the rooms. */
export const offerHandlers: Handlers<keyof OffersEvents> = {
  // OFF-2: an offer that is cached or loading is not fetched again.
  "offers/asked": (state, { offerNumber }) => {
    const cached = cachedOffer(state, offerNumber);
    if (cached === undefined || cached.phase === "failed") return fetchOffer(state, offerNumber);
    return changed(state.offers.at(-1) === cached ? state : { ...state, offers: withNewest(state, cached) });
  },

  "offers/loaded": (state, { offer }) => {
    const known = withoutFailure(state, failureKey(offer.number));
    return changed(withStatus(answered(known, { number: offer.number, phase: "ready", offer }), offer));
  },

  "offers/failed": (state, { offerNumber, error }, context) => {
    const failed = answered(state, { number: offerNumber, phase: "failed", error });
    return retryUnlessRefused(failed, failureKey(offerNumber), error, context);
  },

  "offers/view-toggled": (state, { isWide }) =>
    withView(state, isWide ? { isBesideWanted: !state.offerView.isBesideWanted } : { isSheetOpen: true }),
  "offers/sheet-closed": (state) => withView(state, { isSheetOpen: false, asked: null }),
  "offers/target-asked": (state, { offerNumber, target, isWide }) =>
    withView(state, { ...(isWide ? { isBesideWanted: true } : { isSheetOpen: true }), asked: { offerNumber, target } }),
  "offers/target-shown": (state) => withView(state, { asked: null }),
};

/** LOOK-22a: its room's row follows. */
function withStatus(state: AppState, { number, status }: Offer): AppState {
  const room = Object.values(state.rooms.byId).find(({ offerNumber }) => offerNumber === number);
  return room === undefined || room.offerStatus === status
    ? state
    : { ...state, rooms: updated(state.rooms, room.id, { offerStatus: status }) };
}

const withView = (state: AppState, change: Partial<OfferView>): Change =>
  changed({ ...state, offerView: { ...state.offerView, ...change } });

/** The open room's offer; null where there is none, or none is loaded. */
export function openOffer(state: AppState): Offer | null {
  const number = openOfferNumber(state);
  const cached = number === null ? undefined : cachedOffer(state, number);
  return cached?.phase === "ready" ? cached.offer : null;
}

/** The number of the open room's offer, or null. */
export const openOfferNumber = ({ openRoom, rooms }: AppState): number | null =>
  openRoom.phase === "open" ? (rooms.byId[openRoom.roomId]?.offerNumber ?? null) : null;

export const cachedOffer = ({ offers }: AppState, offerNumber: number): CachedOffer | undefined =>
  offers.find(({ number }) => number === offerNumber);

/** SYNC-8a: requests the offer shown last again, where it failed. */
export function retryOffer(state: AppState, isDue: IsDue): Change {
  const newest = state.offers.at(-1);
  return newest?.phase === "failed" && isDue(failureKey(newest.number))
    ? fetchOffer(state, newest.number)
    : changed(state);
}

const failureKey = (offerNumber: number): string => `offer.${offerNumber}`;

const fetchOffer = (state: AppState, offerNumber: number): Change =>
  changed({ ...state, offers: withNewest(state, { number: offerNumber, phase: "loading" }) }, [
    { type: "call-offer", offerNumber },
  ]);

/** An answer replaces its request; an answer to a request that made room meanwhile is dropped. */
const answered = (state: AppState, answer: CachedOffer): AppState => ({
  ...state,
  offers: state.offers.map((cached) => (cached.number === answer.number ? answer : cached)),
});

const withNewest = ({ offers }: AppState, newest: CachedOffer): readonly CachedOffer[] =>
  [...offers.filter(({ number }) => number !== newest.number), newest].slice(-offersCachedMax);
