import type { Said } from "../language/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  actions: {
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
