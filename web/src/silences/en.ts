import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  silence: {
    mark: "silenced",
    begun: "{name} is silenced: you still see the messages, but they do not count and do not notify you.",
    over: "{name} is no longer silenced.",
    failed: "Unknown error. Try again: {name}.",
    offline: "No connection: nothing has changed for {name}. Try again once it is back.",
    unanswered: "The server did not answer: see at {name} whether anything has changed. If not, try again.",
  },
};
