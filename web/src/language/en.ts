import type { Messages } from "./ro.ts";

/** The English texts. */
export const en: Messages = {
  errors: {
    malformed: "The request could not be read.",
    unauthenticated: "Your session has expired. Please sign in again.",
    forbidden: "You are not allowed to do that.",
    not_found: "We could not find what you asked for.",
    method_not_allowed: "Unknown error",
    conflict: "Somebody else was faster. Reload and try again.",
    too_large: "The message is too long.",
    unsupported_type: "This type is not accepted.",
    invalid: "What you wrote is not valid.",
    invalid_credentials: "Username and password do not match.",
    too_many_requests: "Too many attempts. Wait a moment and try again.",
    unexpected: "Unknown error",
    unavailable: "The server is not available right now. Try again shortly.",
    offline: "No connection to the server. Check your internet and try again.",
    timeout: "The server did not answer in time. Try again.",
  },
  alerts: {
    roomUnknown: "This conversation does not exist, or you have no access to it.",
    joinRefused: "You cannot join this conversation.",
    callFailed: "That did not work. Try again.",
    offline: "No connection.",
    signedOutElsewhere: "You signed out in another tab.",
    sessionEnded: "Your session has ended. Please sign in again.",
    copied: "Copied.",
  },
};
