import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { listOffers, type ListOffersParts } from "./list-offers.ts";

export function addOfferListRoutes(route: AddRoute, parts: ListOffersParts): void {
  route(endpoints.listOffers, async ({ caller, query }) =>
    mapOk(await listOffers(parts, caller.user, query), (body) => ({ status: 200, body })),
  );
}
