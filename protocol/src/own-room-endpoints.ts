import { Type } from "typebox";
import { OneRoom, visitor } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "./limits.ts";
import { User } from "./participant.ts";
import { Id, Seq } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const user = exampleOf(User);
const changed = { ...user, version: 5 };

export const ownRoomEndpoints = {
  pinRoom: {
    method: "POST",
    path: "/api/v1/pin/:roomId",
    limit: "ownSettings",
    summary: "Pin or unpin a room",
    description: `Pinned rooms come first in the caller's list, in the order they were pinned; at most ${pinnedRoomsMax}.`,
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    body: Type.Object({ pinned: Type.Boolean() }, { examples: [{ pinned: true }] }),
    answers: { 200: shape("The person with the updated settings.", { user: User }, { user: changed }) },
  },
  muteRoom: {
    method: "POST",
    path: "/api/v1/mute/:roomId",
    limit: "ownSettings",
    summary: "Mute or unmute a room",
    description: `A muted room sends the caller no notifications but still counts unread messages; at most ${mutedRoomsMax}.`,
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    body: Type.Object({ muted: Type.Boolean() }, { examples: [{ muted: true }] }),
    answers: {
      200: shape(
        "The person with the updated settings.",
        { user: User },
        { user: { ...changed, rooms: { pinned: [12], muted: [12], unread: [] } } },
      ),
    },
  },
  markUnread: {
    method: "POST",
    path: "/api/v1/mark-unread/:roomId",
    limit: "ownSettings",
    summary: "Mark a room unread",
    description: `The room counts as unread from this message on, with at least 1, even after it is read, until the mark is removed (\`from: null\`) or the caller leaves. The read marker does not move. At most ${markedRoomsMax} rooms.`,
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    body: Type.Object({ from: Type.Union([Seq, Type.Null()]) }, { examples: [{ from: 57 }] }),
    answers: {
      200: shape(
        "The updated unread count.",
        { room_id: Id, unread_count: Type.Integer(), user: User },
        {
          room_id: 12,
          unread_count: 1,
          user: { ...changed, rooms: { pinned: [12], muted: [], unread: [{ id: 12, seq: 57 }] } },
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
