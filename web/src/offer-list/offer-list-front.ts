import type { PartFront } from "../part.ts";
import type { OfferListCommands, OfferListState } from "./offer-list-shape.ts";

export const offerListFront: PartFront<OfferListState, OfferListCommands> = {
  initial: { offerList: null },
  commands: (dispatch) => ({
    openOffers: () => dispatch({ type: "offer-list/opened" }),
    closeOffers: () => dispatch({ type: "offer-list/closed" }),
    typeOfferSearch: (text) => dispatch({ type: "offer-list/typed", text }),
    loadMoreOffers: () => dispatch({ type: "offer-list/more-asked" }),
  }),
};
