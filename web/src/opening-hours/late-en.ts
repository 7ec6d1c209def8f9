import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  openingHours: {
    isOpen: "Now: open",
    isClosed: "Now: closed",
    opens: "Now: closed; opens {day} at {time}",
  },
};
