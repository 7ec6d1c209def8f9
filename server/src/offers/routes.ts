import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { decideLine } from "./decide-line.ts";
import { storeOffer, type StoreOfferParts } from "./store-offer.ts";
import { viewOffer } from "./view-offer.ts";

/** The offer beside a conversation (OFF-1), as a program stores it (ERP-1) and its customer decides on it (ERP-3). */
export function addOfferRoutes(route: AddRoute, parts: StoreOfferParts): void {
  route(endpoints.viewOffer, async ({ caller, params, query }) =>
    mapOk(await viewOffer(parts, caller.user, params.id, query.version), (offer) => ({
      status: 200,
      body: { oferta: offer },
    })),
  );
  route(endpoints.storeOffer, async ({ caller, params, body }) =>
    mapOk(await storeOffer(parts, caller.user, params.id, body), ({ offer, isNew }) => ({
      status: isNew ? 201 : 200,
      body: { oferta: offer },
    })),
  );
  route(endpoints.decideLine, async ({ caller, params: { id, lineId, decision }, body: { version } }) =>
    mapOk(await decideLine(parts, caller.user, id, { lineId, decision, version }), (offer) => ({
      status: 200,
      body: { oferta: offer },
    })),
  );
}
