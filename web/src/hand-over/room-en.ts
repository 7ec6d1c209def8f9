import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  handOver: {
    held: "Taken over by {name}",
    heldByMe: "Taken over by you",
    free: "Not taken over",
    takeFrom: "Take over from {name}",
    give: "Hand over",
    note: "Note for your colleague (optional)",
    noteFrom: "{name} handed this conversation over to you",
  },
};
