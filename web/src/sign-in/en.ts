import type { Said } from "../state/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  signIn: {
    signedOutElsewhere: "You signed out in another tab.",
    sessionEnded: "Your session has expired. Sign in again.",
  },
};
