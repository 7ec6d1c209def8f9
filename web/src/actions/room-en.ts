import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

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
    takeOver: "Take over",
    takeFrom: "Take over from {name}",
    held: "Taken over by {name}",
    heldByMe: "Taken over by you",
    free: "Not taken over",
    release: "Remove take-over",
    like: "Like",
    more: "More",
    menu: "Message actions",
    takenBy: "Taken by {name}",
    takenByMe: "Taken by you",
    likes: "{count, plural, one {# like} other {# likes}}",
    likesWithOwn: "{count, plural, one {# like, yours} other {# likes, yours too}}",
    you: "you",
    andOthers: "{names} and {count, plural, one {one more} other {# more}}",
    underWay: "Sending",
    copied: "Copied.",
    notCopied: "The browser does not allow copying.",
  },
};
