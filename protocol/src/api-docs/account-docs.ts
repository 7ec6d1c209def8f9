import { user } from "./examples.ts";
import type { CallDocs } from "./call-doc.ts";

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
  changePassword: {
    tag: "account",
    summary: "Change one's password",
    description:
      "The new password has at least 8 characters. All other devices are signed out. A wrong `current` is 422 with that field, and counts as a failed sign-in.",
    permissions: [],
    request: { body: { current: "demo", password: "disc de frână nou" } },
    answers: { 200: { says: "The password is changed.", example: { changed: true } } },
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
