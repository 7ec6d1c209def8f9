import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  openingHours: {
    reply: "We reply {day} from {time}",
    closed: "We are closed now",
    day: { today: "today", tomorrow: "tomorrow", weekday: "on {day}", date: "on {day}" },
  },
};
