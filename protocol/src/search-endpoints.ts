import { unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { SearchAnswer, SearchRequest } from "./search.ts";
import { described } from "./shape.ts";

export const searchEndpoints = {
  searchChats: {
    method: "POST",
    path: "/api/v1/search",
    limit: "search",
    takesOneRoom: "own",
    summary: "Search rooms and messages",
    description:
      "Searches messages, file names, offer numbers, people, vehicles and offer lines in the caller's rooms, best matches first. A search needs at least 3 letters or digits and ignores case and accents; it finds part codes regardless of spacing and from the middle. Quotes mark a phrase. `room_id` restricts the search to one conversation. New messages are searchable within 2 s.",
    permissions: ["rooms.view"],
    errors: { ...unpermitted, not_found: "There is no such room, or the caller is not a member of it (`room_id`)." },
    body: SearchRequest,
    answers: { 200: described(SearchAnswer, "A page of rooms, each with its matches.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
