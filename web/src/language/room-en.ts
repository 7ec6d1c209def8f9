import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

export const en: Said<typeof ro> = {
  theme: { label: "Theme", light: "Light", dark: "Dark", system: "System" },
  language: { label: "Language", ro: "Română", en: "English" },
  errors: {
    malformed: "The server did not understand the request. Reload the page and try again.",
    unauthenticated: "Your session has expired. Sign in again.",
    forbidden: "You are not allowed to do this.",
    password_change_required: "Your password is a temporary one. Choose another first.",
    second_factor_required: "One step is left.",
    proof_required: "Confirm that it is you first: type your password again.",
    second_factor_refused: "The code is not right.",
    invitation_ended:
      "The invitation is no longer valid. If you have chosen your password, sign in with it; else ask your administrator for another.",
    not_found: "We could not find what you asked for.",
    version_conflict: "The offer has changed meanwhile. Look at it again.",
    already_taken_over: "Somebody else has already taken this conversation over.",
    conflict: "Somebody else was faster. Try again.",
    too_large: "It is too much for one message.",
    unsupported_type: "This type is not accepted.",
    invalid: "What you entered is not valid. Check it and try again.",
    invalid_credentials: "Wrong username or password.",
    too_many_requests: "Too many attempts. Wait a moment and try again.",
    infected: "The file contains something harmful and was not sent.",
    storage_full: "There is no room left for files on the server. Text can still be sent; tell your administrator.",
    embed_token_refused: "The page could not sign you in. Load the page again or sign in here.",
    push_endpoint_refused: "Notifications cannot be sent to this browser from here.",
    quota_full: "You have reached the limit of space for your files. Text can still be sent.",
    unexpected: "Unknown error",
    unavailable: "The server does not answer right now. Nothing is lost; try again in a moment.",
    offline: "No connection to the server. Check your internet and try again.",
    timeout: "The server did not answer. Check your internet and try again.",
    waitSeconds: "Too many attempts. Wait {seconds, plural, one {one second} other {# seconds}} and try again.",
    waitOver: "You can try again now.",
  },
};
