import { ana, room } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

export const searchDocs = {
  searchChats: {
    tag: "search",
    summary: "Search rooms and messages",
    description:
      "Searches messages, names of files, offer numbers, people, vehicles and offer lines in the caller's rooms, best first. At least 3 letters or digits; case and accents do not count, and part codes are found however they are spaced and from the middle. A phrase stands in quotes. With `room_id` it searches inside that conversation. What was said is found within 2 s.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, not_found: "There is no such room, or the caller is not a member of it (`room_id`)." },
    request: { body: { search: "615301" } },
    answers: {
      200: {
        says: "A page of rooms, each with what was found there.",
        example: {
          chats: [
            {
              ...room,
              hits: [
                {
                  message_id: 345,
                  seq: 57,
                  excerpt: "Bună ziua, discurile 1K0 615 301 AA sunt pe stoc?",
                  ranges: [[25, 32]],
                  in: "text",
                  author: ana,
                  created_at: "2026-11-23T09:41:07.512Z",
                },
              ],
              finds: [{ in: "line", text: "1K0 615 301 AA TRW Disc frână față", ranges: [[4, 11]], line_id: 1 }],
            },
          ],
          page: 1,
          more: false,
          partial: false,
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
