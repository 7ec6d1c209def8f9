import { pushSubscriptionsMax } from "../limits.ts";
import type { NotificationChoices } from "../participant.ts";
import type { PushSubscription } from "../push.ts";
import { user } from "./examples.ts";
import type { CallDocs } from "./call-doc.ts";

const notifications: NotificationChoices = {
  privacy: "who",
  quiet: { from: "22:00", to: "07:30", time_zone: "Europe/Bucharest" },
};
const token = "Zp3m0vV1c6bq0b7X1k9y2wq8d5r4t6u7";
const subscription: PushSubscription = {
  endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn",
  expirationTime: null,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/** What `User` tells to one's other devices. */
export const accountDocs = {
  me: {
    tag: "account",
    summary: "Read who is signed in",
    description:
      "The person with roles and own settings. `version` grows with each change of these; `MeUpdated` brings it live.",
    permissions: [],
    request: {},
    answers: { 200: { says: "The person.", example: { user } } },
  },
  changeLanguage: {
    tag: "account",
    summary: "Change one's language",
    description:
      "The language of the interface on all of the person's devices. Error messages follow `Content-Language` instead.",
    permissions: [],
    request: { body: { locale: "en" } },
    answers: { 200: { says: "The person since then.", example: { user: { ...user, locale: "en", version: 5 } } } },
  },
  chooseNotifications: {
    tag: "account",
    summary: "Choose what notifications show, and when they are quiet",
    description: "All of the person's devices follow. A time zone that is not known is 422 with that field.",
    permissions: [],
    request: { body: notifications },
    answers: {
      200: { says: "The person since then.", example: { user: { ...user, notifications, version: 5 } } },
    },
  },
  subscribePush: {
    tag: "account",
    summary: "Have pushes sent to this browser",
    description: `Takes the browser's subscription as it is, made with \`vapid_public_key\` of the settings. It belongs to the caller's session and ends with it; at most ${pushSubscriptionsMax} for one person, the oldest goes for another.`,
    permissions: [],
    errors: {
      conflict: "Somebody else subscribed the address with other keys.",
      push_endpoint_refused: "The address is not https, or leads to no public server.",
    },
    request: { body: subscription },
    answers: { 200: { says: "The browser is subscribed, now or already.", example: { subscribed: true } } },
  },
  unsubscribePush: {
    tag: "account",
    summary: "End pushes to this browser",
    description: "Ends one of one's own subscriptions, by its address.",
    permissions: [],
    request: { body: subscription },
    answers: { 200: { says: "Whether there was one.", example: { unsubscribed: true } } },
  },
  changePassword: {
    tag: "account",
    summary: "Change one's password",
    description:
      "The new password has at least 8 characters. All other devices are signed out. A wrong `current` is 422 with that field, and counts as a failed sign-in.",
    permissions: [],
    request: { body: { current: "demo", password: "disc de frână nou" } },
    answers: { 200: { says: "The password is changed.", example: { changed: true } } },
  },
  acceptInvitation: {
    tag: "account",
    summary: "Choose a password by an invitation",
    description:
      "Takes the token of an invitation that the operator made: it is good once, for 72 hours. The new password has at least 8 characters. All other sign-ins of the person end, and this one begins.",
    permissions: [],
    errors: { invitation_ended: "The invitation was used, has ended, or never was one." },
    request: { body: { invitation: token, password: "disc de frână nou" } },
    answers: { 200: { says: "The token of this device, and who signed in.", example: { token, user } } },
  },
  viewInvitation: {
    tag: "account",
    summary: "See whom an invitation is for",
    description:
      "For whoever holds its token, so that they learn their user name before they choose a password. Uses nothing up.",
    permissions: [],
    errors: { invitation_ended: "The invitation was used, has ended, or never was one." },
    request: { body: { invitation: token } },
    answers: { 200: { says: "Whom it is for.", example: { invited: { name: user.name, username: user.username } } } },
  },
  listDevices: {
    tag: "account",
    summary: "List one's signed-in devices",
    description: "Each sign-in that goes on, with the program that it was made by.",
    permissions: [],
    request: {},
    answers: {
      200: {
        says: "The devices, the last used first.",
        example: {
          devices: [
            {
              id: 31,
              user_agent: "Firefox 140 on Linux",
              created_at: "2026-11-20T07:30:00.000Z",
              last_used_at: "2026-11-23T09:40:00.000Z",
              is_current: true,
            },
          ],
        },
      },
    },
  },
  signOutDevice: {
    tag: "account",
    summary: "Sign one device out",
    description: "Ends one of one's own sign-ins, by the id that `listDevices` gives; the caller's own too.",
    permissions: [],
    request: { params: { deviceId: 31 } },
    answers: { 200: { says: "The device is signed out.", example: { logged_out: true } } },
  },
} satisfies Partial<CallDocs>;
