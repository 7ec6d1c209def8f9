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
const wrongCode = "The code is wrong, used or expired. The attempt counts as a failed sign-in.";
const ofStaff = "The installation does not require a second factor, or the caller is a customer or program.";

export const twoFactorEndpoints = {
  viewSecondFactor: {
    method: "GET",
    path: "/api/v1/me/two-factor",
    limit: "reads",
    summary: "Get the state of the second factor",
    description: "Whether the installation requires one, when it was set up, and how many recovery codes are left.",
    answers: { 200: described(SecondFactor, "The state of the second factor.") },
  },
  offerSecondFactor: {
    method: "POST",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Get a secret for an authenticator",
    description:
      "Returns a secret for this session, to be confirmed by `confirmSecondFactor`. Repeated calls return the same one until then, or for 10 minutes if a second factor exists. To replace a second factor, send the password and a code from it or a recovery code. Codes follow RFC 6238: SHA-1, 30 s, six digits.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, and this session has not given its code.",
      conflict: "A host signed this session in, and there is no second factor yet: sign in with a password.",
      second_factor_refused: wrongCode,
    },
    body: Type.Partial(Proof),
    answers: { 200: described(OfferedFactor, "The secret, which no later response repeats.") },
    details,
  },
  confirmSecondFactor: {
    method: "PUT",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    summary: "Set up the second factor",
    description:
      "Takes a code from the secret last offered to this session. The new second factor replaces the old one, voids secrets offered to other sessions, and completes the sign-in. In case the response was lost, a repetition with the `secret` (base32) and any code returns the same for 10 minutes, until a recovery code is used.",
    errors: {
      forbidden: ofStaff,
      second_factor_required: "There is a second factor, and this session has not given its code.",
      conflict: "This session was offered no secret or a different one, or a second factor was set up in the meantime.",
      second_factor_refused: wrongCode,
    },
    body: Type.Object({ code: Code, secret: Type.Optional(Secret) }),
    answers: {
      200: shape(
        "The recovery codes, shown only here, and the person; the old codes are valid until `storeRecoveryCodes` receives a new one.",
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
    summary: "Enter the second factor",
    description:
      "Completes a sign-in whose `user` has `second_factor: code`, with six digits or a recovery code; spaces and dashes are ignored. Each code works once.",
    errors: { conflict: "There is no second factor.", second_factor_refused: wrongCode },
    body: Type.Object({ code: Code }, { examples: [{ code: "492 039" }] }),
    answers: { 200: shape("The sign-in is complete, or already was.", { user: User }, { user: person }) },
    details,
  },
  proveSelf: {
    method: "POST",
    path: "/api/v1/me/proof",
    limit: "ownSettings",
    summary: "Confirm the password",
    description: `A caller with a second factor also sends a code. For the next ${proofMinutesMax} minutes, as after a sign-in, the session can make the calls that return \`proof_required\`. A wrong password or a missing code returns 422 with that field; a wrong password or code counts as a failed sign-in.`,
    errors: {
      forbidden: "The caller is a program.",
      conflict: "The second factor was removed in the meantime.",
      second_factor_refused: wrongCode,
    },
    body: Type.Object({ password: Password, code: Type.Optional(Code) }),
    answers: { 200: shape("The password is confirmed.", { proven: Type.Literal(true) }) },
    details,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/v1/me/two-factor/recovery",
    limit: "ownSettings",
    summary: "Create new recovery codes",
    description:
      "The old codes are valid until `storeRecoveryCodes` receives a new one, or a new one is used. In case the response was lost, the same request from the same session returns the same codes for 10 minutes, until one of them is used. A wrong password returns 422 with that field.",
    errors: {
      forbidden: ofStaff,
      conflict: "There is no second factor.",
      second_factor_refused: wrongCode,
    },
    body: Proof,
    answers: { 200: shape("The codes, shown only here.", { recovery_codes: RecoveryCodes }) },
    details,
  },
  storeRecoveryCodes: {
    method: "PUT",
    path: "/api/v1/me/two-factor/recovery",
    limit: "ownSettings",
    summary: "Confirm that new recovery codes are stored",
    description: "Takes any one of the new codes without using it up. The old codes are void from then on.",
    errors: { forbidden: ofStaff, conflict: "The caller has no such recovery code." },
    body: Type.Object({ code: Code }, { examples: [{ code: "k7mp-x3q2-r9tw" }] }),
    answers: { 200: described(SecondFactor, "The state of the second factor.") },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
