import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk } from "../kernel/outcome.ts";
import { joinRoom, type JoinRoomParts } from "./join-room.ts";
import { leaveRoom, type LeaveRoomParts } from "./leave-room.ts";
import { listChannels } from "./list-channels.ts";
import { listMembers } from "./list-members.ts";
import { listRooms, type ListRoomsParts } from "./list-rooms.ts";
import { markRead } from "./mark-read.ts";
import { viewRoom } from "./view-room.ts";

/** List, view, join, leave and read (ROOM-3 to ROOM-7). */
export function addRoomRoutes(route: AddRoute, parts: JoinRoomParts & LeaveRoomParts & ListRoomsParts): void {
  route(endpoints.listRooms, async ({ caller, params, query }) =>
    mapOk(await listRooms(parts, caller.user, { ...params, ...query }), (body) => ({ status: 200, body })),
  );
  route(endpoints.listChannels, async ({ caller }) =>
    done({ status: 200, body: { channels: await listChannels(parts.rooms, caller.user) } }),
  );
  route(endpoints.viewRoom, async ({ caller, params }) =>
    mapOk(await viewRoom(parts, caller.user, params.channelId), ({ room, isVisit }) => ({
      status: 200,
      body: { chats: [room], data: { channel: room.channel, id: room.id } },
      visited: isVisit ? [room.id] : [],
    })),
  );
  route(endpoints.listMembers, async ({ caller, params: { roomId: roomRef, page } }) =>
    mapOk(await listMembers(parts, caller.user, { roomRef, page }), ({ roomId, page: body, isVisit }) => ({
      status: 200,
      body,
      visited: isVisit ? [roomId] : [],
    })),
  );
  route(endpoints.joinRoom, async ({ caller, body }) =>
    mapOk(await joinRoom(parts, caller.user, body.channel), (room) => ({ status: 200, body: { chat: room } })),
  );
  route(endpoints.leaveRoom, async ({ caller, params }) =>
    mapOk(await leaveRoom(parts, caller.user, params.roomId), (body) => ({ status: 200, body })),
  );
  route(endpoints.markRead, async ({ caller, params, body }) =>
    mapOk(await markRead(parts, caller.user, params.roomId, body.upto ?? null), (read) => ({
      status: 200,
      body: read,
    })),
  );
}
