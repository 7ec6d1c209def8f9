import type { ListedOffer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { ListedOffer, OfferListEffects } from "./offer-list-part.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof OfferListEffects> => ({
  "call-offer-list": ({ search, page }) =>
    settle(
      call("listOffers", { query: { page, ...(search === "" ? {} : { search }) } }),
      ({ offers, total }) => ({
        type: "offer-list/loaded",
        search,
        page,
        total,
        offers: offers.map(listedFromWire),
      }),
      (error) => ({ type: "offer-list/failed", search, page, error }),
    ),
});

function listedFromWire({ id_cerere, status, customer, vehicle, total, valid_until, room_id }: WireOffer): ListedOffer {
  const { make, model, engine, year, plate } = vehicle;
  const name = [make, model, engine].filter((part) => part !== "").join(" ");
  const car = [name, year ?? ""].filter((part) => part !== "").join(", ");
  return {
    ...{ number: id_cerere, status, customer: customer.name, car, plate },
    ...{ total, validUntil: valid_until, hasRoom: room_id !== null },
  };
}
