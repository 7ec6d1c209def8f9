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
const invitationErrors = { invitation_ended: "The invitation was used, has ended, or never was one." };
const user = exampleOf(User);

export const accountEndpoints = {
  me: {
    method: "GET",
    path: "/api/v1/me",
    limit: "reads",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Read who is signed in",
    description:
      "The person with roles and own settings. `version` grows with each change of these; `MeUpdated` brings it live.",
    answers: { 200: shape("The person.", { user: User }) },
  },
  changeLanguage: {
    method: "PUT",
    path: "/api/v1/me",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    summary: "Change one's language",
    description:
      "The language of the interface on all of the person's devices. Error messages follow `Content-Language` instead.",
    body: Type.Object({ locale: LanguageCode }, { examples: [{ locale: "en" }] }),
    answers: { 200: shape("The person since then.", { user: User }, { user: { ...user, locale: "en", version: 5 } }) },
  },
  chooseNotifications: {
    method: "PUT",
    path: "/api/v1/me/notifications",
    limit: "ownSettings",
    summary: "Choose what notifications show, and when they are quiet",
    description: "All of the person's devices follow. A time zone that is not known is 422 with that field.",
    body: NotificationChoices,
    answers: {
      200: shape(
        "The person since then.",
        { user: User },
        { user: { ...user, notifications: exampleOf(NotificationChoices), version: 5 } },
      ),
    },
  },
  subscribePush: {
    method: "POST",
    path: "/api/v1/subscribePush",
    limit: "ownSettings",
    summary: "Have pushes sent to this browser",
    description: `Takes the browser's subscription as it is, made with \`vapid_public_key\` of the settings. It belongs to the caller's session and ends with it; at most ${pushSubscriptionsMax} for one person, the oldest goes for another.`,
    errors: {
      conflict: "Somebody else subscribed the address with other keys.",
      push_endpoint_refused: "The address is not https, or leads to no public server.",
    },
    body: PushSubscription,
    answers: { 200: shape("The browser is subscribed, now or already.", { subscribed: Type.Literal(true) }) },
  },
  unsubscribePush: {
    method: "POST",
    path: "/api/v1/unsubscribePush",
    limit: "ownSettings",
    summary: "End pushes to this browser",
    description: "Ends one of one's own subscriptions, by its address.",
    body: PushSubscription,
    answers: { 200: shape("Whether there was one.", { unsubscribed: Type.Boolean() }, { unsubscribed: true }) },
  },
  changePassword: {
    method: "POST",
    path: "/api/v1/me/password",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    summary: "Change one's password",
    description:
      "The new password has at least 8 characters. All other devices are signed out. A wrong `current` is 422 with that field, and counts as a failed sign-in.",
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
    summary: "Choose a password by an invitation",
    description:
      "Takes the token of an invitation that the operator made: it is good once, for 72 hours. The new password has at least 8 characters. All other sign-ins of the person end, and this one begins.",
    errors: invitationErrors,
    body: Type.Object(
      { invitation: Invitation, password: Password },
      { examples: [{ invitation: token, password: "disc de frână nou" }] },
    ),
    answers: { 200: described(SignedIn, "The token of this device, and who signed in.") },
  },
  viewInvitation: {
    method: "POST",
    path: "/api/v1/invitation/view",
    access: "public",
    limit: "signIn",
    summary: "See whom an invitation is for",
    description:
      "For whoever holds its token, so that they learn their user name before they choose a password. Uses nothing up.",
    errors: invitationErrors,
    body: Type.Object({ invitation: Invitation }),
    answers: {
      200: shape(
        "Whom it is for.",
        { invited: Type.Object({ name: Type.String(), username: Type.String() }) },
        { invited: { name: user.name, username: user.username } },
      ),
    },
  },
  listDevices: {
    method: "GET",
    path: "/api/v1/me/devices",
    limit: "reads",
    summary: "List one's signed-in devices",
    description: "Each sign-in that goes on, with the program that it was made by.",
    answers: { 200: shape("The devices, the last used first.", { devices: Type.Array(Device) }) },
  },
  signOutDevice: {
    method: "DELETE",
    path: "/api/v1/me/devices/:deviceId",
    limit: "ownSettings",
    summary: "Sign one device out",
    description: "Ends one of one's own sign-ins, by the id that `listDevices` gives; the caller's own too.",
    params: Type.Object({ deviceId: Id }, { examples: [{ deviceId: 31 }] }),
    answers: { 200: shape("The device is signed out.", { logged_out: Type.Literal(true) }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
