import type { Said } from "../../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
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
