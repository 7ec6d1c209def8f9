import type { ListedOffer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { Part } from "../part.ts";
import type {
  ListedOffer,
  OfferListCommands,
  OfferListEffects,
  OfferListEvents,
  OfferListState,
} from "./offer-list-shape.ts";
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
  run: ({ api: { call }, settle }) => ({
    "call-offer-list": ({ search, page }) =>
      settle(
        call("listOffers", { query: { page, ...(search === "" ? {} : { search }) } }),
        ({ offers, total }) => ({
          type: "offer-list/loaded",
          ...{ search, page, total, offers: offers.map(listedFromWire) },
        }),
        (error) => ({ type: "offer-list/failed", search, page, error }),
      ),
  }),
};

function listedFromWire({ id_cerere, status, customer, vehicle, total, valid_until, room_id }: WireOffer): ListedOffer {
  const { make, model, engine, year, plate } = vehicle;
  const name = [make, model, engine].filter((part) => part !== "").join(" ");
  const car = [name, year ?? ""].filter((part) => part !== "").join(", ");
  return {
    ...{ number: id_cerere, status, customer: customer.name, car, plate },
    ...{ total, validUntil: valid_until, hasRoom: room_id !== null },
  };
}
