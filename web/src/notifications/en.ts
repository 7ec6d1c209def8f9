import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  notifications: {
    title: "Notifications",
    alerts: {
      notAllowed: "The browser may not show notifications.",
      notAsked: "The browser could not ask whether you allow notifications.",
      refused: "The server did not take this browser: notifications only come while the page is open.",
      notReached: "The server did not answer: until it does, notifications only come while the page is open.",
      failed: "The browser's notification service does not work: notifications only come while the page is open.",
    },
  },
  shownNotifications: {
    testTitle: "Notifications work",
    testBody: "This is how Cuplaj calls you.",
    room: "Offer",
    message: { some: "New message", by: "wrote to you" },
    "take-over": { some: "A message of yours was taken over", by: "took over your message" },
    "brought-in": { some: "You are in a new conversation", by: "added you to the conversation" },
    offer: { some: "The offer has changed", by: "changed the offer" },
  },
};
