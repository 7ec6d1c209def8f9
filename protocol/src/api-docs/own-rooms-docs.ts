import { markedRoomsMax, mutedRoomsMax, pinnedRoomsMax } from "../limits.ts";
import { roomRef, user } from "./examples.ts";
import type { CallDocs } from "./call-doc.ts";

const visitor = { forbidden: "The caller looks into the room without being a member." };
const changed = { ...user, version: 5 };

export const ownRoomsDocs = {
  pinRoom: {
    tag: "own-rooms",
    summary: "Pin a room on top",
    description: `Pinned rooms come first in the caller's list, in the order in which they were pinned; at most ${pinnedRoomsMax}.`,
    permissions: ["rooms.view"],
    errors: visitor,
    request: { params: { roomId: roomRef }, body: { pinned: true } },
    answers: { 200: { says: "The person's own settings since then.", example: { user: changed } } },
  },
  muteRoom: {
    tag: "own-rooms",
    summary: "Mute a room",
    description: `A muted room notifies its member of nothing and still counts what is unread; at most ${mutedRoomsMax}.`,
    permissions: ["rooms.view"],
    errors: visitor,
    request: { params: { roomId: roomRef }, body: { muted: true } },
    answers: {
      200: {
        says: "The person's own settings since then.",
        example: { user: { ...changed, rooms: { pinned: [12], muted: [12], unread: [] } } },
      },
    },
  },
  markUnread: {
    tag: "own-rooms",
    summary: "Mark a room unread",
    description: `The room counts at least 1 unread from this message on until it is read or the mark is removed (\`from: null\`). The read marker stays where it is. At most ${markedRoomsMax} rooms.`,
    permissions: ["rooms.view"],
    errors: visitor,
    request: { params: { roomId: roomRef }, body: { from: 57 } },
    answers: {
      200: {
        says: "What is unread since then.",
        example: {
          room_id: 12,
          unread_count: 1,
          user: { ...changed, rooms: { pinned: [12], muted: [], unread: [{ id: 12, seq: 57 }] } },
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
