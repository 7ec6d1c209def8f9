import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { searchOwnRooms, type SearchOwnRoomsParts } from "./search-own-rooms.ts";

export function addSearchRoutes(route: AddRoute, parts: SearchOwnRoomsParts): void {
  route(endpoints.searchChats, async ({ caller, body }) =>
    mapOk(await searchOwnRooms(parts, caller.user, body), (answer) => ({ status: 200, body: answer })),
  );
}
