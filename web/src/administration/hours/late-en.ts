import type { Said } from "../../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  hoursForm: {
    hint: "Outside these hours customers see before writing when an answer comes, and their waiting time stands still.",
    when: "When the shop answers",
    always: "Always open",
    byHours: "By opening hours",
    interval: {
      from: "Interval {number, number}, from",
      to: "Interval {number, number}, until",
      add: "Add an interval",
      remove: "Remove interval {number, number}",
      none: "Closed",
    },
    copy: "Copy to Tuesday–Friday",
    midnight: "00:00 at the end of an interval means midnight.",
    closures: "Holidays and days off",
    closure: {
      from: "Period {number, number}, first day",
      to: "Period {number, number}, last day",
      add: "Add a period",
      remove: "Remove period {number, number}",
      none: "No periods",
    },
    problem: {
      missing: "Enter the beginning and the end.",
      order: "The end must be after the beginning.",
      overlap: "The intervals must not overlap.",
      refused: "The server does not accept this. Check it and save again.",
    },
    zone: "Time zone",
    zoneWrong: "This time zone does not exist. Example: Europe/Bucharest.",
    text: "Message for customers while closed",
    ro: "In Romanian",
    en: "In English",
    textHint: "It follows the time of your reply. May be empty.",
    save: "Save the opening hours",
    discard: "Discard the changes",
    unsaved: "Unsaved changes",
  },
};
