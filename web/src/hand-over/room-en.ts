import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  handOver: {
    give: "Hand over",
    note: "Note for your colleague (optional)",
    noteFrom: "{name} handed this conversation over to you",
  },
};
