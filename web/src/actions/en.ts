import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  actions: {
    refused: {
      faster: "{name} took it over before you.",
      forbidden: "You may not do this here.",
      gone: "The message is no longer here.",
      offline: "No connection: nothing was sent. Try again when it is back.",
      noAnswer: "The server did not answer. If it got there, it will show here.",
      wait: "Too fast. Try again in {seconds, plural, one {one second} other {# seconds}}.",
    },
  },
};
