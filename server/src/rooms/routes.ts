import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk } from "../kernel/outcome.ts";
import { addMember, type ChangeMembersParts, removeMember } from "./change-members.ts";
import { leaveRoom } from "./leave-room.ts";
import { listChannels } from "./list-channels.ts";
import { listMembers } from "./list-members.ts";
import { listRooms, type ListRoomsParts } from "./list-rooms.ts";
import { markRead } from "./mark-read.ts";
import { viewRoom, type ViewedRoom } from "./view-room.ts";

export function addRoomRoutes(route: AddRoute, parts: ChangeMembersParts & ListRoomsParts): void {
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
  const answerRoom = ({ room, isVisit }: ViewedRoom) => ({
    status: 200 as const,
    body: { chat: room },
    visited: isVisit ? [room.id] : [],
  });
  route(endpoints.addMember, async ({ caller, params, body: { user_id: id, type } }) =>
    mapOk(await addMember(parts, caller.user, params.roomId, { id, type }), answerRoom),
  );
  route(endpoints.removeMember, async ({ caller, params: { roomId, userId } }) =>
    mapOk(await removeMember(parts, caller.user, roomId, userId), answerRoom),
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
