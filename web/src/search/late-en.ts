import type { Said } from "../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  searchBlank: {
    understood: "We searched for:",
    tryWord: "Type fewer words, or only how they begin.",
    tryCode: "Of a code, 3 characters in a row are enough, from any part of it.",
    tryFilters: "Drop the filters: with them only messages are searched.",
    dropFilters: "No filters",
    other: "Search for something else",
    offlineHint:
      "All messages are searched as soon as it is back. Conversations in the list are found now too, with Ctrl+K.",
    failedHint: "Nothing is lost. Try again.",
  },
};
