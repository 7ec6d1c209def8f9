import { Type } from "typebox";
import { Password, SignedIn } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { token } from "./examples.ts";
import { pushSubscriptionsMax } from "./limits.ts";
import { Device, LanguageCode, NotificationChoices, User } from "./participant.ts";
import { PushSubscription } from "./push.ts";
import { Id } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

const Invitation = Type.String({ minLength: 1, maxLength: 200, examples: [token] });
const invitationErrors = { invitation_ended: "The invitation was used, has expired or never existed." };
const user = exampleOf(User);

export const accountEndpoints = {
  me: {
    method: "GET",
    path: "/api/v1/me",
    limit: "reads",
    takesOneRoom: "own",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Get the signed-in person",
    description:
      "Includes the person's roles and own settings. `version` increases with each change of these; `MeUpdated` announces the change live.",
    answers: { 200: shape("The person.", { user: User }) },
  },
  changeLanguage: {
    method: "PUT",
    path: "/api/v1/me",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    summary: "Change the language",
    description:
      "The language of the interface on all of the person's devices. Error messages follow `Content-Language` instead.",
    body: Type.Object({ locale: LanguageCode }, { examples: [{ locale: "en" }] }),
    answers: { 200: shape("The updated person.", { user: User }, { user: { ...user, locale: "en", version: 5 } }) },
  },
  chooseNotifications: {
    method: "PUT",
    path: "/api/v1/me/notifications",
    limit: "ownSettings",
    summary: "Set notification content and quiet hours",
    description: "Applies to all of the person's devices. An unknown time zone returns 422 with that field.",
    body: NotificationChoices,
    answers: {
      200: shape(
        "The updated person.",
        { user: User },
        { user: { ...user, notifications: exampleOf(NotificationChoices), version: 5 } },
      ),
    },
  },
  subscribePush: {
    method: "POST",
    path: "/api/v1/subscribePush",
    limit: "ownSettings",
    summary: "Subscribe this browser to pushes",
    description: `Takes the subscription as the browser returns it, created with \`vapid_public_key\` of \`settings\`. It belongs to the caller's session and ends with it. Each person has at most ${pushSubscriptionsMax}; another one replaces the oldest.`,
    errors: {
      conflict: "Somebody else has subscribed this address with different keys.",
      push_endpoint_refused: "The address is not https, or does not lead to a public server.",
    },
    body: PushSubscription,
    answers: { 200: shape("The browser is subscribed, or already was.", { subscribed: Type.Literal(true) }) },
  },
  unsubscribePush: {
    method: "POST",
    path: "/api/v1/unsubscribePush",
    limit: "ownSettings",
    summary: "Unsubscribe this browser from pushes",
    description: "Removes one of the caller's subscriptions by its address.",
    body: PushSubscription,
    answers: {
      200: shape(
        "Whether there was a subscription to remove.",
        { unsubscribed: Type.Boolean() },
        { unsubscribed: true },
      ),
    },
  },
  changePassword: {
    method: "POST",
    path: "/api/v1/me/password",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    summary: "Change the password",
    description:
      "The new password needs at least 8 characters. All other devices are signed out. A wrong `current` returns 422 with that field and counts as a failed sign-in.",
    body: Type.Object(
      { current: Password, password: Password },
      { examples: [{ current: "demo", password: "disc de frână nou" }] },
    ),
    answers: { 200: shape("The password is changed.", { changed: Type.Literal(true) }) },
  },
  acceptInvitation: {
    method: "POST",
    path: "/api/v1/invitation",
    access: "public",
    limit: "signIn",
    summary: "Accept an invitation",
    description:
      "Sets a password with an invitation's token, which works once and expires after 72 hours. The password needs at least 8 characters. All other sessions of the person end, and this device is signed in.",
    errors: invitationErrors,
    body: Type.Object(
      { invitation: Invitation, password: Password },
      { examples: [{ invitation: token, password: "disc de frână nou" }] },
    ),
    answers: { 200: described(SignedIn, "This device's token and the signed-in person.") },
  },
  viewInvitation: {
    method: "POST",
    path: "/api/v1/invitation/view",
    access: "public",
    limit: "signIn",
    summary: "View an invitation",
    description:
      "Shows the invited person their username before they choose a password. Does not use the invitation up.",
    errors: invitationErrors,
    body: Type.Object({ invitation: Invitation }),
    answers: {
      200: shape(
        "The invited person.",
        { invited: Type.Object({ name: Type.String(), username: Type.String() }) },
        { invited: { name: user.name, username: user.username } },
      ),
    },
  },
  listDevices: {
    method: "GET",
    path: "/api/v1/me/devices",
    limit: "reads",
    summary: "List the caller's signed-in devices",
    description: "The active sessions, each with its user agent.",
    answers: { 200: shape("The devices, most recently used first.", { devices: Type.Array(Device) }) },
  },
  signOutDevice: {
    method: "DELETE",
    path: "/api/v1/me/devices/:deviceId",
    limit: "ownSettings",
    summary: "Sign out a device",
    description: "Ends one of the caller's sessions by its id in `listDevices`; the current one is allowed.",
    params: Type.Object({ deviceId: Id }, { examples: [{ deviceId: 31 }] }),
    answers: { 200: shape("The device is signed out.", { logged_out: Type.Literal(true) }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
