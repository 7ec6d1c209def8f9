import { Type } from "typebox";
import type { Endpoint } from "./endpoint.ts";
import { passwordCharactersMax, secondFactorCodeCharactersMax } from "./limits.ts";
import { User } from "./participant.ts";
import { CodeProblem, OfferedFactor, RecoveryCodes, SecondFactor } from "./second-factor.ts";

const Code = Type.String({ minLength: 1, maxLength: secondFactorCodeCharactersMax });
/** What shows that it is the person who changes their second factor (TFA-5). */
const Proof = Type.Object({ password: Type.String({ minLength: 1, maxLength: passwordCharactersMax }), code: Code });
/** As `offerSecondFactor` tells it. */
const Secret = Type.String({ minLength: 32, maxLength: 32 });
const details = { second_factor_refused: Type.Object({ problem: CodeProblem }) };

/** The second factor of staff, where `TWO_FACTOR` asks for one (TFA). */
export const twoFactorEndpoints = {
  viewSecondFactor: {
    method: "GET",
    path: "/api/v1/me/two-factor",
    limit: "reads",
    answers: { 200: SecondFactor },
  },
  /** A secret for this session to set up; who has a second factor already proves who they are. */
  offerSecondFactor: {
    method: "POST",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    body: Type.Partial(Proof),
    answers: { 200: OfferedFactor },
    details,
  },
  /** By a code of the secret that was offered; answers the recovery codes, again where the secret is named. */
  confirmSecondFactor: {
    method: "PUT",
    path: "/api/v1/me/two-factor",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    body: Type.Object({ code: Code, secret: Type.Optional(Secret) }),
    answers: { 200: Type.Object({ recovery_codes: RecoveryCodes, user: User }) },
    details,
  },
  /** Completes the sign-in, by a code or a recovery code. */
  giveSecondFactor: {
    method: "POST",
    path: "/api/v1/me/two-factor/code",
    limit: "ownSettings",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    body: Type.Object({ code: Code }),
    answers: { 200: Type.Object({ user: User }) },
    details,
  },
  /** For what asks for password and code again (AUTH-11). */
  proveSelf: {
    method: "POST",
    path: "/api/v1/me/proof",
    limit: "ownSettings",
    body: Type.Object({ password: Proof.properties.password, code: Type.Optional(Code) }),
    answers: { 200: Type.Object({ proven: Type.Literal(true) }) },
    details,
  },
  /** Those of before are worth nothing from then on. */
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/v1/me/two-factor/recovery",
    limit: "ownSettings",
    body: Proof,
    answers: { 200: Type.Object({ recovery_codes: RecoveryCodes }) },
    details,
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
