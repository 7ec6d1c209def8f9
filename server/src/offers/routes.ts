import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { ViewOffer } from "./view-offer.ts";

/** The offer beside a conversation (OFF-1). */
export function addOfferRoutes(route: AddRoute, viewOffer: ViewOffer): void {
  route(endpoints.viewOffer, async ({ caller, params }) => {
    const outcome = await viewOffer(caller.user, params.id);
    return outcome.ok ? done({ status: 200, body: { oferta: outcome.value } }) : outcome;
  });
}
