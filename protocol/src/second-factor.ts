import { type Static, Type } from "typebox";
import { recoveryCodesMax } from "./limits.ts";
import { Timestamp } from "./scalars.ts";

/** What a person has beside their password (TFA-5). */
export const SecondFactor = Type.Object(
  {
    /** Whether the installation asks this person for one. */
    is_asked: Type.Boolean(),
    /** Null where there is none. */
    set_at: Type.Union([Timestamp, Type.Null()]),
    recovery_codes_left: Type.Integer({ minimum: 0, maximum: recoveryCodesMax }),
  },
  { examples: [{ is_asked: true, set_at: "2026-11-23T09:40:00.000Z", recovery_codes_left: 9 }] },
);
export type SecondFactor = Static<typeof SecondFactor>;

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** A secret (RFC 6238), told in this one answer: in base32 to be typed, and as the address that a QR code shows. */
export const OfferedFactor = Type.Object(
  { secret: Type.String(), uri: Type.String() },
  { examples: [{ secret, uri: `otpauth://totp/Cuplaj:mia?secret=${secret}&issuer=Cuplaj` }] },
);
export type OfferedFactor = Static<typeof OfferedFactor>;

/** Told to the request that makes them, and its repeats (TFA-3a); each is good once. */
export const RecoveryCodes = Type.Array(Type.String(), {
  minItems: recoveryCodesMax,
  maxItems: recoveryCodesMax,
  examples: [Array.from({ length: recoveryCodesMax }, (_, n) => `k7mp-x3q${"23456789ab"[n]}-r9tw`)],
});

/** What is wrong with a code: it is none, it was used, or its time is over. */
export const CodeProblem = Type.Union([Type.Literal("wrong"), Type.Literal("used"), Type.Literal("expired")]);
export type CodeProblem = Static<typeof CodeProblem>;
