import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

/** The words of this slice in English. */
export const en: Said<typeof ro> = {
  unsent: {
    count:
      "{count, plural, =0 {All messages have left in the meantime.} one {# message has not left yet.} other {# messages have not left yet.}}",
    alert: "A message was not sent:",
    title: "Unsent messages",
    hint: "If you keep them, they stay on this device; when you sign in again, those that were not refused go. Nobody else sees them here. Deleting takes your drafts as well.",
    stay: "Stay",
    keep: "Sign out and keep them",
    remove: "Sign out and delete them",
  },
};
