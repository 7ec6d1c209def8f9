import type { Said } from "../state/said.ts";
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
};
