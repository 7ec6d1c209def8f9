import type { SecondFactor } from "@cuplaj/protocol/second-factor.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, mapOk, type Outcome, refused } from "../kernel/outcome.ts";
import { toBase32 } from "./base32.ts";
import { type CodeRefusal, type GivenCode, proveFactor, type TwoFactorParts } from "./prove-factor.ts";
import { hashRecoveryCode, recoveryCodesOf } from "./recovery-codes.ts";
import { mayHaveFactor } from "./rules.ts";

export async function viewFactor({ factors, twoFactor }: TwoFactorParts, caller: Caller): Promise<SecondFactor> {
  const factor = await factors.find(caller.user.id);
  return {
    is_asked: mayHaveFactor(twoFactor, caller),
    set_at: factor?.setAt ?? null,
    recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
  };
}

/** TFA-5: creates recovery codes, given the password and a code; repeating the same code returns the same ones (TFA-3a). */
export async function renewRecoveryCodes(
  parts: TwoFactorParts,
  caller: Caller,
  proof: GivenCode & { readonly password: string },
): Promise<Outcome<{ recovery_codes: string[] }, CodeRefusal>> {
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  const codesOf = (secret: Buffer): string[] =>
    recoveryCodesOf(toBase32(secret), { session: caller.session, proof: proof.code });
  return mapOk(await proveFactor(parts, caller.user, { ...proof, codesOf }), ({ secret }) => ({
    recovery_codes: codesOf(secret),
  }));
}

/** TFA-3c: entering one of the new recovery codes voids the earlier ones. */
export async function storeRecoveryCodes(
  parts: TwoFactorParts,
  caller: Caller,
  { code }: { readonly code: string },
): Promise<Outcome<SecondFactor>> {
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  const isOwn = await parts.factors.storeCodes(caller.user.id, hashRecoveryCode(code));
  return isOwn ? done(await viewFactor(parts, caller)) : refused("conflict");
}
