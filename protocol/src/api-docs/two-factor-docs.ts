import { proofMinutesMax, recoveryCodesMax } from "../limits.ts";
import type { CallDocs } from "./call-doc.ts";
import { mia, user } from "./examples.ts";

const person = { ...user, id: mia.id, name: mia.name, username: "mia", type: mia.type };
const recovery_codes = Array.from({ length: recoveryCodesMax }, (_, n) => `k7mp-x3q${"23456789ab"[n]}-r9tw`);
const proof = { password: "demo", code: "492039" };
const wrongCode = "The code is wrong, was used, or its time is over. It counts as a failed sign-in.";
const ofStaff = "The installation asks for no second factor, or not of customers and programs.";
const ofTwoFactor = {
  tag: "two-factor",
  permissions: [],
  details: { second_factor_refused: { problem: "wrong" as const } },
} as const;

/** The second factor of staff (TFA). */
export const twoFactorDocs = {
  viewSecondFactor: {
    tag: "two-factor",
    permissions: [],
    summary: "Read whether one has a second factor",
    description:
      "Whether the installation asks for one, since when there is one, and how many recovery codes are left.",
    request: {},
    answers: {
      200: {
        says: "What there is.",
        example: { is_asked: true, set_at: "2026-11-23T09:40:00.000Z", recovery_codes_left: 9 },
      },
    },
  },
  offerSecondFactor: {
    ...ofTwoFactor,
    summary: "Get a secret for an authenticator",
    description:
      "For this session alone, which `confirmSecondFactor` sets it up by; the same one until then, or for 10 minutes where there is a second factor. Who has a second factor already sends their password and a code of it, or a recovery code. Codes are those of RFC 6238: SHA-1, 30 s, six digits.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, of which this session has given no code.",
      conflict: "This session was vouched for by a host, and there is no second factor yet: sign in here.",
      second_factor_refused: wrongCode,
    },
    request: { body: proof },
    answers: {
      200: {
        says: "The secret, in this answer alone.",
        example: {
          secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
          uri: "otpauth://totp/Cuplaj:mia?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Cuplaj",
        },
      },
    },
  },
  confirmSecondFactor: {
    ...ofTwoFactor,
    summary: "Set the second factor up",
    description:
      "By a code of the secret that this session was offered last. It replaces the one of before, and its recovery codes, and voids what other sessions were offered. The sign-in is complete then. Asked again with the `secret`, in base32, and any code, it is answered the same for 10 minutes, until a recovery code was used: an answer may be lost.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, of which this session has given no code.",
      conflict: "This session was offered no secret or another one, or one was set up meanwhile.",
      second_factor_refused: wrongCode,
    },
    request: { body: { code: "492039", secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" } },
    answers: {
      200: {
        says: "The recovery codes, which nothing else tells, and the person.",
        example: { recovery_codes, user: person },
      },
    },
  },
  giveSecondFactor: {
    ...ofTwoFactor,
    summary: "Give the second factor",
    description:
      "Completes a sign-in whose `user` says `second_factor: code`, by six digits or a recovery code; spaces and dashes in it count for nothing. Each code is good once.",
    errors: { conflict: "There is no second factor to give a code of.", second_factor_refused: wrongCode },
    request: { body: { code: "492 039" } },
    answers: { 200: { says: "The sign-in is complete, now or already.", example: { user: person } } },
  },
  proveSelf: {
    ...ofTwoFactor,
    summary: "Give one's password again",
    description: `Who has a second factor gives a code as well. For ${proofMinutesMax} minutes this session may then do what answers \`proof_required\`, as it may after signing in. A wrong password, or a code that is missing, is 422 with that field, and a wrong one counts as a failed sign-in.`,
    errors: {
      forbidden: "The caller is a program.",
      conflict: "The second factor was removed meanwhile.",
      second_factor_refused: wrongCode,
    },
    request: { body: proof },
    answers: { 200: { says: "It was right.", example: { proven: true } } },
  },
  renewRecoveryCodes: {
    ...ofTwoFactor,
    summary: "Make new recovery codes",
    description:
      "Those of before are worth nothing from then on. The same request again, of the same session, is answered the same for 10 minutes, until one of the new codes was used: an answer may be lost. A wrong password is 422 with that field.",
    errors: {
      forbidden: ofStaff,
      conflict: "There is no second factor.",
      second_factor_refused: wrongCode,
    },
    request: { body: proof },
    answers: { 200: { says: "The codes, which nothing else tells.", example: { recovery_codes } } },
  },
} satisfies Partial<CallDocs>;
