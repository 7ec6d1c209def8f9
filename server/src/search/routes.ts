import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk } from "../kernel/outcome.ts";
import { searchOwnRooms, type SearchOwnRoomsParts } from "./search-own-rooms.ts";

export function addSearchRoutes(route: AddRoute, parts: SearchOwnRoomsParts): void {
  route(endpoints.searchChats, async ({ caller: { user }, body }) => {
    // MAIL-3: a session of one room searches only that room.
    const request = user.only_room === undefined ? body : { ...body, room_id: user.only_room.id };
    return mapOk(await searchOwnRooms(parts, user, request), (answer) => ({ status: 200, body: answer }));
  });
}
