import type { ChatState, HeldOffer } from "../state/chat-state.ts";
import { isGone } from "../state/selectors.ts";
import { changed, type Change, type Handlers } from "../state/transition.ts";

/** Most offers held at once; of more, the one that was shown longest ago makes room. */
export const offersHeldMax = 20;

/** Transitions of the offers beside the conversations. */
export const offerHandlers: Handlers<"offers/asked" | "offers/loaded" | "offers/failed"> = {
  // OFF-2: one that is held, or on its way, is not fetched again.
  "offers/asked": (state, { offerNumber }) => {
    const held = heldOffer(state, offerNumber);
    if (held === undefined || held.phase === "failed") return fetchOffer(state, offerNumber);
    return changed(state.offers.at(-1) === held ? state : { ...state, offers: withNewest(state, held) });
  },

  "offers/loaded": (state, { offer }) => settled(state, { number: offer.number, phase: "ready", offer }),

  "offers/failed": (state, { offerNumber, error }) => settled(state, { number: offerNumber, phase: "failed", error }),
};

/** What is held of an offer, by the number that people type. */
export const heldOffer = ({ offers }: ChatState, offerNumber: number): HeldOffer | undefined =>
  offers.find(({ number }) => number === offerNumber);

/** SYNC-8: asks again for the offer that was shown last, where it did not come and may come now. */
export function retryOffer(state: ChatState): Change {
  const newest = state.offers.at(-1);
  return newest?.phase === "failed" && !isGone(newest.error) ? fetchOffer(state, newest.number) : changed(state);
}

const fetchOffer = (state: ChatState, offerNumber: number): Change =>
  changed({ ...state, offers: withNewest(state, { number: offerNumber, phase: "loading" }) }, [
    { type: "call-offer", offerNumber },
  ]);

/** An answer takes the place of the question; one to a question that made room meanwhile is for nobody. */
const settled = (state: ChatState, answered: HeldOffer): Change =>
  changed({ ...state, offers: state.offers.map((held) => (held.number === answered.number ? answered : held)) });

const withNewest = ({ offers }: ChatState, newest: HeldOffer): readonly HeldOffer[] =>
  [...offers.filter(({ number }) => number !== newest.number), newest].slice(-offersHeldMax);
