import { Type } from "typebox";
import { Page, RoomRef } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { accountSearchCharactersMax } from "./limits.ts";
import { ListedMember, Member, ParticipantKind } from "./participant.ts";
import { Room } from "./room.ts";
import { Id } from "./scalars.ts";

/** Calls about who belongs to a room, and who can be brought into one. */
export const memberEndpoints = {
  /** By name; who has a socket on the room's channel is online. */
  listMembers: {
    method: "GET",
    path: "/api/v1/chat/:roomId/members/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ roomId: RoomRef, page: Page }),
    answers: {
      200: Type.Object({ members: Type.Array(ListedMember), total: Type.Integer(), page: Type.Integer() }),
    },
  },
  /** Brings in one of the staff, or the offer's customer again (ROOM-14). */
  addMember: {
    method: "POST",
    path: "/api/v1/chat/:roomId/members",
    limit: "join",
    params: Type.Object({ roomId: RoomRef }),
    body: Type.Object({ user_id: Id, type: ParticipantKind }),
    answers: { 200: Type.Object({ chat: Room }) },
  },
  removeMember: {
    method: "DELETE",
    path: "/api/v1/chat/:roomId/members/:userId",
    limit: "join",
    params: Type.Object({ roomId: RoomRef, userId: Id }),
    answers: { 200: Type.Object({ chat: Room }) },
  },
  /** By name; at most `staffListedMax`. */
  listStaff: {
    method: "GET",
    path: "/api/v1/staff",
    limit: "reads",
    isExpensive: true,
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: accountSearchCharactersMax })) }),
    answers: { 200: Type.Object({ staff: Type.Array(Member) }) },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
