import type { Part } from "../../state/part.ts";
import type { OfferListCommands, OfferListEffects, OfferListEvents, OfferListState } from "./offer-list-shape.ts";
import { offerListHandlers, retryOfferList } from "./offer-list-state.ts";

/** The list of one's offers, over the page. */
export const offerListPart: Part<OfferListState, OfferListEvents, OfferListEffects, OfferListCommands> = {
  initial: { offerList: null },
  commands: (dispatch) => ({
    openOffers: () => dispatch({ type: "offer-list/opened" }),
    closeOffers: () => dispatch({ type: "offer-list/closed" }),
    typeOfferSearch: (text) => dispatch({ type: "offer-list/typed", text }),
    loadMoreOffers: () => dispatch({ type: "offer-list/more-asked" }),
  }),
  handlers: offerListHandlers,
  retry: retryOfferList,
};
