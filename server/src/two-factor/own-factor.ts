import type { SecondFactor } from "@cuplaj/protocol/second-factor.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { type CodeRefusal, type GivenCode, proveFactor, type TwoFactorParts } from "./prove-factor.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";
import { mayHaveFactor } from "./rules.ts";

/** TFA-5: what the caller has beside their password. */
export async function viewFactor({ factors, twoFactor }: TwoFactorParts, caller: Caller): Promise<SecondFactor> {
  const factor = await factors.find(caller.user.id);
  return {
    is_asked: mayHaveFactor(twoFactor, caller),
    set_at: factor?.setAt ?? null,
    recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
  };
}

/** TFA-5: other recovery codes, for the password and a code. */
export async function renewRecoveryCodes(
  parts: TwoFactorParts,
  caller: Caller,
  proof: GivenCode & { readonly password: string },
): Promise<Outcome<{ recovery_codes: string[] }, CodeRefusal>> {
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  const proven = await proveFactor(parts, caller.user, proof);
  if (!proven.ok) return proven;
  const codes = makeRecoveryCodes();
  const isRenewed = await parts.factors.renewRecoveryCodes(caller.user.id, codes.map(hashRecoveryCode), proof.address);
  return isRenewed ? done({ recovery_codes: codes }) : refused("conflict");
}
