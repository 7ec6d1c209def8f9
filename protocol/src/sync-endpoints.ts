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
    takesOneRoom: "own",
    isExpensive: true,
    summary: "Catch up",
    description: `Returns the events after the cursors of all rooms in one call. A room's cursor is the \`seq\` of the newest event that the client has applied (at most ${syncCursorsMax} rooms). Repeat the call with the new cursors while a room \`has_more\`. Fetch rooms in \`reset\` again: more than ${syncGapMax} events are missing, or the caller may no longer view the room. Rooms without a cursor are returned whole in \`chats\`. If \`epoch\` differs from the client's, its cursors are void.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    body: SyncRequest,
    answers: { 200: SyncAnswer },
  },
  markRead: {
    method: "POST",
    path: "/api/v1/read/:roomId",
    limit: "readMarks",
    takesOneRoom: "room",
    summary: "Mark a room read",
    description:
      "Moves the caller's read marker to `upto`, or without it to the newest message, but never back. A mark as unread stays. `MessagesRead` announces the new marker to the members.",
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    body: Type.Optional(Type.Object({ upto: Type.Optional(Seq) }, { examples: [{ upto: 57 }] })),
    answers: {
      200: shape(
        "The read marker, and the unread count after it.",
        { room_id: Id, unread_count: Type.Integer(), read_seq: Seq },
        { room_id: 12, unread_count: 0, read_seq: 57 },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
