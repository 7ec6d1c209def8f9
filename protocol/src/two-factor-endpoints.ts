import { Type } from "typebox";
import { Password } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { mia } from "./examples.ts";
import { proofMinutesMax, secondFactorCodeCharactersMax } from "./limits.ts";
import { User } from "./participant.ts";
import { CodeProblem, OfferedFactor, RecoveryCodes, SecondFactor } from "./second-factor.ts";
import { described, exampleOf, shape } from "./shape.ts";

const Code = Type.String({ minLength: 1, maxLength: secondFactorCodeCharactersMax, examples: ["492039"] });
const Proof = Type.Object({ password: Password, code: Code });
const Secret = Type.String({ minLength: 32, maxLength: 32, examples: [exampleOf(OfferedFactor).secret] });
const details = { second_factor_refused: Type.Object({ problem: CodeProblem }) };
const person = { ...exampleOf(User), ...mia, username: "mia" };
const wrongCode = "The code is wrong, was used, or its time is over. It counts as a failed sign-in.";
const ofStaff = "The installation asks for no second factor, or not of customers and programs.";

export const twoFactorEndpoints = {
  viewSecondFactor: {
    method: "GET",
    path: "/api/v1/me/two-factor",
    limit: "reads",
    summary: "Read whether one has a second factor",
    description:
      "Whether the installation asks for one, since when there is one, and how many recovery codes are left.",
    answers: { 200: described(SecondFactor, "What there is.") },
  },
  offerSecondFactor: {
    method: "POST",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Get a secret for an authenticator",
    description:
      "For this session alone, which `confirmSecondFactor` sets it up by; the same one until then, or for 10 minutes where there is a second factor. Who has a second factor already sends their password and a code of it, or a recovery code. Codes are those of RFC 6238: SHA-1, 30 s, six digits.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, of which this session has given no code.",
      conflict: "This session was vouched for by a host, and there is no second factor yet: sign in here.",
      second_factor_refused: wrongCode,
    },
    body: Type.Partial(Proof),
    answers: { 200: described(OfferedFactor, "The secret, in this answer alone.") },
    details,
  },
  confirmSecondFactor: {
    method: "PUT",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Set the second factor up",
    description:
      "By a code of the secret that this session was offered last. It replaces the one of before and voids what other sessions were offered. The sign-in is complete then. Asked again with the `secret`, in base32, and any code, it is answered the same for 10 minutes, until a recovery code was used: an answer may be lost.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, of which this session has given no code.",
      conflict: "This session was offered no secret or another one, or one was set up meanwhile.",
      second_factor_refused: wrongCode,
    },
    body: Type.Object({ code: Code, secret: Type.Optional(Secret) }),
    answers: {
      200: shape(
        "The recovery codes, which nothing else tells, and the person; those of before are good until `storeRecoveryCodes` names one of them.",
        { recovery_codes: RecoveryCodes, user: User },
        { recovery_codes: exampleOf(RecoveryCodes), user: person },
      ),
    },
    details,
  },
  giveSecondFactor: {
    method: "POST",
    path: "/api/v1/me/two-factor/code",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Give the second factor",
    description:
      "Completes a sign-in whose `user` says `second_factor: code`, by six digits or a recovery code; spaces and dashes in it count for nothing. Each code is good once.",
    errors: { conflict: "There is no second factor to give a code of.", second_factor_refused: wrongCode },
    body: Type.Object({ code: Code }, { examples: [{ code: "492 039" }] }),
    answers: { 200: shape("The sign-in is complete, now or already.", { user: User }, { user: person }) },
    details,
  },
  proveSelf: {
    method: "POST",
    path: "/api/v1/me/proof",
    limit: "ownSettings",
    summary: "Give one's password again",
    description: `Who has a second factor gives a code as well. For ${proofMinutesMax} minutes this session may then do what answers \`proof_required\`, as it may after signing in. A wrong password, or a code that is missing, is 422 with that field, and a wrong one counts as a failed sign-in.`,
    errors: {
      forbidden: "The caller is a program.",
      conflict: "The second factor was removed meanwhile.",
      second_factor_refused: wrongCode,
    },
    body: Type.Object({ password: Password, code: Type.Optional(Code) }),
    answers: { 200: shape("It was right.", { proven: Type.Literal(true) }) },
    details,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/v1/me/two-factor/recovery",
    limit: "ownSettings",
    summary: "Make new recovery codes",
    description:
      "Those of before are good until `storeRecoveryCodes` names one of the new ones, or one of them is used. The same request again, of the same session, is answered the same for 10 minutes, until one of the new codes was used: an answer may be lost. A wrong password is 422 with that field.",
    errors: {
      forbidden: ofStaff,
      conflict: "There is no second factor.",
      second_factor_refused: wrongCode,
    },
    body: Proof,
    answers: { 200: shape("The codes, which nothing else tells.", { recovery_codes: RecoveryCodes }) },
    details,
  },
  storeRecoveryCodes: {
    method: "PUT",
    path: "/api/v1/me/two-factor/recovery",
    limit: "ownSettings",
    summary: "Say that new recovery codes are stored",
    description: "By any one of them, which is not used up. Those of before are worth nothing from then on.",
    errors: { forbidden: ofStaff, conflict: "The caller has no such recovery code." },
    body: Type.Object({ code: Code }, { examples: [{ code: "k7mp-x3q2-r9tw" }] }),
    answers: { 200: described(SecondFactor, "What there is.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
