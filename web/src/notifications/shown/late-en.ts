import type { Said } from "../../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  shownNotifications: {
    testTitle: "Notifications work",
    testBody: "This is how Cuplaj calls you.",
    offerTitle: "Offer",
    requestTitle: "Request",
    message: { some: "New message", by: "wrote to you" },
    "take-over": { some: "A message of yours was taken over", by: "took over your message" },
    "brought-in": { some: "You are in a new conversation", by: "added you to the conversation" },
    request: { some: "News of the request", by: "has news of the request" },
    offer: { some: "The offer has changed", by: "changed the offer" },
  },
};
