import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  handOver: {
    failed: "{room} was not handed over.",
    unanswered: "The server did not answer: see in the conversation whether “{room}” was handed over.",
    give: "Hand over",
    note: "Note for your colleague (optional)",
    noteFrom: "{name} handed this conversation over to you",
  },
};
