import { changed, type Handlers } from "../state/transition.ts";

/** Transitions of the offer beside the conversation. */
export const offerHandlers: Handlers<"offers/asked" | "offers/loaded" | "offers/failed"> = {
  // OFF-2: the one that is held, or on its way, is not fetched again.
  "offers/asked": (state, { offerNumber }) => {
    const { number, phase } = state.offer;
    if (number === offerNumber && phase !== "failed") return changed(state);
    return changed({ ...state, offer: { number: offerNumber, phase: "loading", value: null, error: null } }, [
      { type: "call-offer", offerNumber },
    ]);
  },

  "offers/loaded": (state, { offer }) =>
    changed(
      state.offer.number === offer.number
        ? { ...state, offer: { number: offer.number, phase: "ready", value: offer, error: null } }
        : state,
    ),

  "offers/failed": (state, { offerNumber, error }) =>
    changed(
      state.offer.number === offerNumber
        ? { ...state, offer: { number: offerNumber, phase: "failed", value: null, error } }
        : state,
    ),
};
