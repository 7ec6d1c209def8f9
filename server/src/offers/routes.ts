import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { viewOffer, type ViewOfferParts } from "./view-offer.ts";

/** The offer beside a conversation (OFF-1). */
export function addOfferRoutes(route: AddRoute, parts: ViewOfferParts): void {
  route(endpoints.viewOffer, async ({ caller, params }) =>
    mapOk(await viewOffer(parts, caller.user, params.id), (offer) => ({ status: 200, body: { oferta: offer } })),
  );
}
