import { Type } from "typebox";
import { OneRoom, unpermitted, visitor } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { syncCursorsMax, syncGapMax } from "./limits.ts";
import { Id, Seq } from "./scalars.ts";
import { shape } from "./shape.ts";
import { SyncAnswer, SyncRequest } from "./sync.ts";

export const syncEndpoints = {
  sync: {
    method: "POST",
    path: "/api/v1/sync",
    limit: "sync",
    isExpensive: true,
    summary: "Catch up",
    description: `Everything after the cursors, of all rooms in one call: for each room, the \`seq\` of the newest event that the client has applied (at most ${syncCursorsMax} rooms). Ask again with the new cursors while a room \`has_more\`. Rooms in \`reset\` are to be fetched anew: more than ${syncGapMax} events are missing, or the room may not be looked into any more. Rooms without a cursor come whole in \`chats\`. Another \`epoch\` than the client's makes its cursors void.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    body: SyncRequest,
    answers: { 200: SyncAnswer },
  },
  markRead: {
    method: "POST",
    path: "/api/v1/read/:roomId",
    limit: "readMarks",
    summary: "Mark a room read",
    description:
      "Moves the caller's read marker up to `upto`, or to the newest message without it; it never moves back. A mark as unread stays. `MessagesRead` tells the members.",
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    body: Type.Optional(Type.Object({ upto: Type.Optional(Seq) }, { examples: [{ upto: 57 }] })),
    answers: {
      200: shape(
        "Where the marker is, and what is unread above it.",
        { room_id: Id, unread_count: Type.Integer(), read_seq: Seq },
        { room_id: 12, unread_count: 0, read_seq: 57 },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
