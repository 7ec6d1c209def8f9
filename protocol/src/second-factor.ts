import { type Static, Type } from "typebox";
import { recoveryCodesMax } from "./limits.ts";
import { Timestamp } from "./scalars.ts";

/** What a person has beside their password (TFA-5). */
export const SecondFactor = Type.Object({
  /** Whether the installation asks this person for one. */
  is_asked: Type.Boolean(),
  /** Null where there is none. */
  set_at: Type.Union([Timestamp, Type.Null()]),
  recovery_codes_left: Type.Integer({ minimum: 0, maximum: recoveryCodesMax }),
});
export type SecondFactor = Static<typeof SecondFactor>;

/** A secret (RFC 6238), told in this one answer: in base32 to be typed, and as the address that a QR code shows. */
export const OfferedFactor = Type.Object({ secret: Type.String(), uri: Type.String() });
export type OfferedFactor = Static<typeof OfferedFactor>;

/** Told to the request that makes them, and its repeats (TFA-3a); each is good once. */
export const RecoveryCodes = Type.Array(Type.String(), { minItems: recoveryCodesMax, maxItems: recoveryCodesMax });

/** What is wrong with a code: it is none, it was used, or its time is over. */
export const CodeProblem = Type.Union([Type.Literal("wrong"), Type.Literal("used"), Type.Literal("expired")]);
export type CodeProblem = Static<typeof CodeProblem>;
