import { syncCursorsMax, syncGapMax } from "../limits.ts";
import { epoch, head, message, roomRef } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

export const syncDocs = {
  sync: {
    tag: "sync",
    summary: "Catch up",
    description: `Everything after the cursors, of all rooms in one call: for each room, the \`seq\` of the newest event that the client has applied (at most ${syncCursorsMax} rooms). Ask again with the new cursors while a room \`has_more\`. Rooms in \`reset\` are to be fetched anew: more than ${syncGapMax} events are missing, or the room may not be looked into any more. Rooms without a cursor come whole in \`chats\`. Another \`epoch\` than the client's makes its cursors void.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    request: { body: { epoch, cursors: { "12": 56 } } },
    answers: {
      200: {
        says: "What follows the cursors; each `data` is what the live event carried.",
        example: {
          epoch,
          rooms: [
            {
              id: 12,
              events: [{ seq: 57, event: "ChatMessage", data: { message, room: head } }],
              head: 57,
              has_more: false,
            },
          ],
          reset: [],
          unread: { "12": 1 },
          chats: [],
          user_version: 4,
        },
      },
    },
  },
  markRead: {
    tag: "sync",
    summary: "Mark a room read",
    description:
      "Moves the caller's read marker up to `upto`, or to the newest message without it; it never moves back. It also ends a mark as unread. `MessagesRead` tells the members.",
    permissions: ["rooms.view"],
    errors: { forbidden: "The caller looks into the room without being a member." },
    request: { params: { roomId: roomRef }, body: { upto: 57 } },
    answers: {
      200: {
        says: "Where the marker is, and what is unread above it.",
        example: { room_id: 12, unread_count: 0, read_seq: 57 },
      },
    },
  },
} satisfies Partial<CallDocs>;
