import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  openingHours: {
    reply: "Răspundem {day} de la {time}",
    closed: "Acum este închis",
    day: { today: "azi", tomorrow: "mâine", weekday: "{day}", date: "{day}," },
  },
} as const;

type OpeningHoursWords = typeof ro & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends OpeningHoursWords {}
}
