import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk } from "../kernel/outcome.ts";
import { unreadCount } from "../rooms/rules.ts";
import { arrangeRoom, type ArrangeRoomParts } from "./arrange-room.ts";

const versioned = (isWanted: boolean): number | null => (isWanted ? 1 : null);

export function addOwnRoomRoutes(route: AddRoute, parts: ArrangeRoomParts): void {
  route(endpoints.pinRoom, async ({ caller, params, body }) => {
    const asked = { how: "pinned", field: "pinned", wanted: versioned(body.pinned) } as const;
    const outcome = await arrangeRoom(parts, caller.user, params.roomId, asked);
    return mapOk(outcome, ({ user }) => ({ status: 200, body: { user } }));
  });
  route(endpoints.muteRoom, async ({ caller, params, body }) => {
    const asked = { how: "muted", field: "muted", wanted: versioned(body.muted) } as const;
    const outcome = await arrangeRoom(parts, caller.user, params.roomId, asked);
    return mapOk(outcome, ({ user }) => ({ status: 200, body: { user } }));
  });
  route(endpoints.markUnread, async ({ caller, params, body }) => {
    const asked = { how: "unread", field: "from", wanted: body.from } as const;
    const outcome = await arrangeRoom(parts, caller.user, params.roomId, asked);
    if (!outcome.ok) return outcome;
    const { roomId, user } = outcome.value;
    const room = await parts.rooms.findAccess({ by: "id", id: roomId }, user.id);
    const unread = room === null ? 0 : unreadCount(room.messagesTotal, room.marker);
    return done({ status: 200, body: { room_id: roomId, unread_count: unread, user } });
  });
}
