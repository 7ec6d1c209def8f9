import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { JoinRoom } from "./join-room.ts";
import type { LeaveRoom } from "./leave-room.ts";
import type { ListChannels } from "./list-channels.ts";
import type { ListRooms } from "./list-rooms.ts";
import type { MarkRead } from "./mark-read.ts";
import type { ViewRoom } from "./view-room.ts";

/** What the routes call. */
export interface RoomUseCases {
  readonly listRooms: ListRooms;
  readonly listChannels: ListChannels;
  readonly viewRoom: ViewRoom;
  readonly joinRoom: JoinRoom;
  readonly leaveRoom: LeaveRoom;
  readonly markRead: MarkRead;
}

/** List, view, join, leave and read (ROOM-3 to ROOM-7). */
export function addRoomRoutes(route: AddRoute, useCases: RoomUseCases): void {
  route(endpoints.listRooms, async ({ caller, params }) => {
    const outcome = await useCases.listRooms(caller.user, params.page);
    return outcome.ok ? done({ status: 200, body: outcome.value }) : outcome;
  });
  route(endpoints.listChannels, async ({ caller }) =>
    done({ status: 200, body: { channels: await useCases.listChannels(caller.user) } }),
  );
  route(endpoints.viewRoom, async ({ caller, params }) => {
    const outcome = await useCases.viewRoom(caller.user, params.channelId);
    if (!outcome.ok) return outcome;
    const { room, isVisit } = outcome.value;
    const { id, channel } = room;
    return done({ status: 200, body: { chats: [room], data: { channel, id } }, visited: isVisit ? [id] : [] });
  });
  route(endpoints.joinRoom, async ({ caller, body }) => {
    const outcome = await useCases.joinRoom(caller.user, body.channel);
    return outcome.ok ? done({ status: 200, body: { chat: outcome.value } }) : outcome;
  });
  route(endpoints.leaveRoom, async ({ caller, params }) => {
    const outcome = await useCases.leaveRoom(caller.user, params.roomId);
    return outcome.ok ? done({ status: 200, body: outcome.value }) : outcome;
  });
  route(endpoints.markRead, async ({ caller, params, body }) => {
    const outcome = await useCases.markRead(caller.user, params.roomId, body.upto ?? null);
    return outcome.ok ? done({ status: 200, body: outcome.value }) : outcome;
  });
}
