import { Type } from "typebox";
import { ofPage, OneRoom, PageOfRoom, RoomRef, visits } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { ana, mia, radu } from "./examples.ts";
import { membersPerPage } from "./limits.ts";
import { ListedMember, ParticipantKind } from "./participant.ts";
import { Room } from "./room.ts";
import { Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const room = exampleOf(Room);

export const memberEndpoints = {
  addMember: {
    method: "POST",
    path: "/api/v1/chat/:roomId/members",
    limit: "join",
    summary: "Add somebody to a room",
    description:
      "Adds a member of staff, or the offer's customer if they left. They see the room with its history at once. Adding a member again changes nothing.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: {
      forbidden: "The caller is not a member, lacks `rooms.invite`, or named another offer's customer.",
      conflict: "The account is disabled, or may not view rooms.",
    },
    params: OneRoom,
    body: Type.Object({ user_id: Id, type: ParticipantKind }, { examples: [{ user_id: 5, type: "agent" }] }),
    answers: {
      200: shape(
        "The room with its members.",
        { chat: Room },
        { chat: { ...room, members: [ana, radu, mia], members_total: 3 } },
      ),
    },
  },
  removeMember: {
    method: "DELETE",
    path: "/api/v1/chat/:roomId/members/:userId",
    limit: "join",
    summary: "Remove somebody from a room",
    description:
      "Removes a person whom the caller added; holders of `Admin` can remove anybody but the offer's customer. Nothing changes if the person has left.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: { forbidden: "The caller did not add them, or they are the offer's customer." },
    params: Type.Object({ roomId: RoomRef, userId: Id }, { examples: [{ roomId: "12", userId: 5 }] }),
    answers: { 200: shape("The room with its members.", { chat: Room }) },
  },
  listMembers: {
    method: "GET",
    path: "/api/v1/chat/:roomId/members/:page",
    limit: "reads",
    takesOneRoom: "room",
    isExpensive: true,
    summary: "List a room's members",
    description: `Sorted by name, ${membersPerPage} per page. Members with a live connection on the room's channel are online. ${visits}`,
    permissions: ["rooms.view"],
    params: PageOfRoom,
    answers: {
      200: shape(
        "A page of members.",
        { members: Type.Array(ListedMember), ...ofPage },
        {
          members: [
            { ...ana, is_online: false, may_put_out: false },
            { ...mia, is_online: false, may_put_out: true },
            { ...radu, is_online: true, may_put_out: false },
          ],
          total: 3,
          page: 1,
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
