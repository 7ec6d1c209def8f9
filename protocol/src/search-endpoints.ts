import { unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { SearchAnswer, SearchRequest } from "./search.ts";
import { described } from "./shape.ts";

export const searchEndpoints = {
  searchChats: {
    method: "POST",
    path: "/api/v1/search",
    limit: "search",
    summary: "Search rooms and messages",
    description:
      "Searches messages, names of files, offer numbers, people, vehicles and offer lines in the caller's rooms, best first. At least 3 letters or digits; case and accents do not count, and part codes are found however they are spaced and from the middle. A phrase stands in quotes. With `room_id` it searches inside that conversation. What was said is found within 2 s.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, not_found: "There is no such room, or the caller is not a member of it (`room_id`)." },
    body: SearchRequest,
    answers: { 200: described(SearchAnswer, "A page of rooms, each with what was found there.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
