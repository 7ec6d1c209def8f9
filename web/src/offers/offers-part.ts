import type { Offer as WireOffer } from "@cuplaj/protocol/offer.ts";
import type { Outside, Part } from "../state/part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { Runners } from "../state/shape.ts";
import { offerUpdatedKind } from "./offer-updated-kind.ts";
import type { Offer, OffersCommands, OffersEffects, OffersEvents, OffersState } from "../state/offers/offers-shape.ts";
import { followVersions, offerHandlers, retryOffer } from "./offers-state.ts";
import { forgetSeenVersions, saveSeenVersion, seenVersion } from "./seen-offers.ts";
import { isMedia, wideScreen } from "../platform/page/use-media.ts";

export const offersPart: Part<OffersState, OffersEvents, OffersEffects, OffersCommands> = {
  initial: {
    offers: [],
    offerView: { isBesideWanted: true, isSheetOpen: false, asked: null },
    comparedOffer: null,
    decisions: [],
  },
  commands: (dispatch) => ({
    showOffer: (offerNumber) => dispatch({ type: "offers/asked", offerNumber }),
    toggleOffer: () => dispatch({ type: "offers/view-toggled", isWide: isMedia(wideScreen) }),
    closeOfferSheet: () => dispatch({ type: "offers/sheet-closed" }),
    showInOffer: (offerNumber, target) =>
      dispatch({ type: "offers/target-asked", offerNumber, target, isWide: isMedia(wideScreen) }),
    noteShownInOffer: () => dispatch({ type: "offers/target-shown" }),
    openOfferPane: (offerNumber) => dispatch({ type: "offers/pane-opened", offerNumber }),
    closeOfferPane: (offerNumber) => dispatch({ type: "offers/pane-closed", offerNumber }),
    noteLookedAt: (offerNumber, version, part) => dispatch({ type: "offers/looked-at", offerNumber, version, part }),
    decideLine: (offerNumber, lineId, decision, isTooSoon) =>
      dispatch({ type: "offers/decision-asked", offerNumber, lineId, decision, isTooSoon }),
  }),
  handlers: offerHandlers,
  kinds: { OfferUpdated: offerUpdatedKind },
  follow: followVersions,
  retry: retryOffer,
  run: (outside) => ({ ...offerCalls(outside), ...seenVersions(outside) }),
};

type SeenEffects = "find-seen-version" | "save-seen-version";

function offerCalls({ api: { call }, settle }: Outside): Runners<Exclude<keyof OffersEffects, SeenEffects>> {
  return {
    "call-offer": ({ offerNumber }) =>
      settle(
        call("viewOffer", { params: { id: offerNumber }, query: {} }),
        ({ oferta }) => ({ type: "offers/loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/failed", offerNumber, error }),
      ),
    "call-earlier-offer": ({ offerNumber, version }) =>
      settle(
        call("viewOffer", { params: { id: offerNumber }, query: { version } }),
        ({ oferta }) => ({ type: "offers/earlier-loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/earlier-failed", offerNumber, version, error }),
      ),
    "call-decide": ({ decision: { offerNumber: id, lineId, decision, version, isOnBehalf } }) => {
      const body = { version, ...(isOnBehalf && { on_behalf: true }) };
      return settle(
        lineId === null
          ? call("acceptOffer", { params: { id }, body })
          : call("decideLine", { params: { id, lineId, decision }, body }),
        ({ oferta }) => ({ type: "offers/decided", lineId, offer: offerFromWire(oferta) }),
        (error) => ({
          type: "offers/decision-failed",
          offerNumber: id,
          lineId,
          error,
          newer: error.details ? offerFromWire(error.details.oferta) : null,
        }),
      );
    },
  };
}

/** OFF-8: which version of an offer the person saw last lies on the device. */
function seenVersions({ store: { getState, dispatch } }: Outside): Runners<SeenEffects> & Partial<Runners> {
  return {
    "find-seen-version": ({ offerNumber }) => {
      const self = me(getState());
      const since = self && seenVersion(ownerKey(self), offerNumber);
      dispatch({ type: "offers/seen-version-known", offerNumber, since });
    },
    "save-seen-version": ({ offerNumber, version }) => {
      const self = me(getState());
      if (self) saveSeenVersion(ownerKey(self), offerNumber, version);
    },
    "forget-session": () => forgetSeenVersions(),
  };
}

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
