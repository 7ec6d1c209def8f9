import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  search: {
    title: "Search",
    open: "Search",
    field: "Search conversations, customers, codes, messages",
    clear: "Clear what you typed",
    results: "Search results",
    keysHint: "Arrow keys choose a suggestion, Enter opens it.",
    hintClose: "close",
  },
};
