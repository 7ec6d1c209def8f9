import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  search: { rooms: "Conversations in the list", none: "Nothing was found" },
  found: {
    open: "Search the conversation",
    bar: "Search in the conversation",
    field: "What to find in the conversation",
    previous: "Previous result, newer",
    next: "Next result, older",
    close: "Close search",
  },
};
