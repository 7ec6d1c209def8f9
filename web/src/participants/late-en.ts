import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  people: {
    find: "Find by name",
    loading: "Loading members…",
    more: "Load more",
    failed: "The members did not load",
    restFailed: "{count, plural, one {One more member did not load} other {# more members did not load}}",
    unchecked: "This list may be out of date: it could not be checked",
    none: "No member with this name",
    here: "active now",
    you: "you",
    menu: "Actions for {name}",
    copyName: "Copy name",
    nameCopied: "Name copied.",
    nameless: "Somebody you no longer share a conversation with",
  },
  colleagues: {
    add: "Add a colleague",
    addTo: "Add",
    isComing: "joining",
    putOut: "Remove from the conversation",
    keep: "Do not remove",
    isGoing: "leaving",
    none: "No colleague of that name outside the conversation",
    failed: "Colleagues did not load. Trying again.",
  },
};
