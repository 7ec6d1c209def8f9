import type { AlertText } from "../state/alerts/alerts-shape.ts";

/**
 * NOTE-1f: what fails between the press that turns notifications on and the server that pushes, and the specification's words for it:
 * the person or the browser does not allow notifications; the browser cannot ask; the server answers a subscription with an error;
 * it does not answer; the browser's push service gives no subscription, with its reason.
 */
const alertOf = {
  notAllowed: "initPush reject1",
  notAsked: "initPush reject2",
  refused: "subscribeToWebPush response error",
  notReached: "subscribeToWebPush subscribePush error",
  failed: "subscribeToWebPush error: {message}",
} as const;

export type PushFailure = keyof typeof alertOf;

/** The alert of a failure: what happened in the person's language, and behind it the specification's words. */
export const pushAlert = (failure: PushFailure, message = ""): AlertText => ({
  kind: "key",
  key: `notifications.alerts.${failure}`,
  details: alertOf[failure].replace("{message}", () => message),
});
