import type { Offer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { Part } from "../part.ts";
import { offersFront } from "./offers-front.ts";
import type { Offer, OffersCommands, OffersEffects, OffersEvents, OffersState } from "./offers-shape.ts";
import { offerHandlers, retryOffer } from "./offers-state.ts";

export const offersPart: Part<OffersState, OffersEvents, OffersEffects, OffersCommands> = {
  ...offersFront,
  handlers: offerHandlers,
  retry: retryOffer,
  run: ({ api, settle }) => ({
    "call-offer": ({ offerNumber }) =>
      settle(
        api.call("viewOffer", { params: { id: offerNumber }, query: {} }),
        ({ oferta }) => ({ type: "offers/loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/failed", offerNumber, error }),
      ),
  }),
};

function offerFromWire(wire: WireOffer): Offer {
  const { status, version, customer, vehicle, currency, totals } = wire;
  return {
    number: wire.id_cerere,
    status,
    version,
    customer,
    vehicle,
    currency,
    totals,
    validUntil: wire.valid_until,
    updatedAt: wire.updated_at,
    lines: wire.lines.map(({ qty, unit_price, vat_rate, delivery_days, ...line }) => ({
      ...line,
      quantity: qty,
      unitPrice: unit_price,
      vatPercent: vat_rate,
      deliveryDays: delivery_days,
    })),
  };
}
