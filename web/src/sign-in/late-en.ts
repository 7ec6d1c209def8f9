import type { Said } from "../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  invitation: { welcome: "Welcome, {name}", loading: "Reading the invitation…" },
  unsent: {
    count:
      "{count, plural, =0 {Everything has been sent.} one {# message has not been sent yet.} other {# messages have not been sent yet.}}",
    title: "Unsent messages",
    hint: "If you keep them, they stay on this device; when you sign in again, those that were not refused are sent. Nobody else sees here what you wrote.",
    draftsToo: "Deleting takes your drafts as well.",
    draftsTitle: "Unsent drafts",
    drafts: "{count, plural, one {You have a draft on this device.} other {You have # drafts on this device.}}",
    draftsHint: "What you keep is here when you sign in again. Nobody else sees it.",
    stay: "Stay",
    keep: "Sign out and keep them",
    remove: "Sign out and delete them",
  },
  signIn: { passwordHint: "At least {min} characters.", choosePassword: "Choose your password" },
  logout: { title: "Sign out?", signedInAs: "Signed in as", stay: "Stay", leave: "Sign out", leaving: "Signing out…" },
};
