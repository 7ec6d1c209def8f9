import { type Static, Type } from "typebox";
import { recoveryCodesMax } from "./limits.ts";
import { Timestamp } from "./scalars.ts";

/** State of a person's second factor (TFA-5). */
export const SecondFactor = Type.Object(
  {
    /** Whether the installation requires one of this person. */
    is_asked: Type.Boolean(),
    set_at: Type.Union([Timestamp, Type.Null()]),
    recovery_codes_left: Type.Integer({ minimum: 0, maximum: recoveryCodesMax }),
  },
  { examples: [{ is_asked: true, set_at: "2026-11-23T09:40:00.000Z", recovery_codes_left: 9 }] },
);
export type SecondFactor = Static<typeof SecondFactor>;

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** A new TOTP secret (RFC 6238): in base32 to type, and as the URI of the QR code. No later response repeats it. */
export const OfferedFactor = Type.Object(
  { secret: Type.String(), uri: Type.String() },
  { examples: [{ secret, uri: `otpauth://totp/Cuplaj:mia?secret=${secret}&issuer=Cuplaj` }] },
);
export type OfferedFactor = Static<typeof OfferedFactor>;

/** Single-use codes, returned only by the request that creates them and its retries (TFA-3a). */
export const RecoveryCodes = Type.Array(Type.String(), {
  minItems: recoveryCodesMax,
  maxItems: recoveryCodesMax,
  examples: [Array.from({ length: recoveryCodesMax }, (_, n) => `k7mp-x3q${"23456789ab"[n]}-r9tw`)],
});

export const CodeProblem = Type.Union([Type.Literal("wrong"), Type.Literal("used"), Type.Literal("expired")]);
export type CodeProblem = Static<typeof CodeProblem>;
