import { randomBytes } from "node:crypto";
import type { OfferedFactor } from "@cuplaj/protocol/second-factor.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, type Outcome, refused, refusedWith } from "../kernel/outcome.ts";
import { toBase32 } from "./base32.ts";
import { complete } from "./give-factor.ts";
import { type CodeRefusal, counted, type GivenCode, proveFactor, type TwoFactorParts } from "./prove-factor.ts";
import { hashRecoveryCode, makeRecoveryCodes, plainCode } from "./recovery-codes.ts";
import { mayHaveFactor } from "./rules.ts";
import { addressOf, judgeCode } from "./totp.ts";

/** RFC 4226 asks for 20 bytes with SHA-1. */
const secretBytes = 20;

/**
 * TFA-1, TFA-5: a secret for this session to set up, for several tabs the same. Whoever has a second factor gives a code of it, and their
 * password, for a new one.
 */
export async function offerFactor(
  parts: TwoFactorParts,
  caller: Caller,
  proof: (GivenCode & { readonly password: string }) | null,
): Promise<Outcome<OfferedFactor, CodeRefusal>> {
  const { user, session } = caller;
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  if (user.second_factor === "code") return refused("second_factor_required");
  if (user.second_factor === undefined) {
    if (proof === null) return refused("invalid", { fields: { password: ["required"], code: ["required"] } });
    const proven = await proveFactor(parts, user, proof);
    if (!proven.ok) return proven;
  }
  const isFirst = user.second_factor === "enrol";
  const secret = await parts.factors.offer(session, randomBytes(secretBytes), isFirst);
  if (secret === null) return refused("unauthenticated");
  return done({ secret: toBase32(secret), uri: addressOf(secret, { username: user.username, issuer: parts.issuer }) });
}

/** TFA-2, TFA-3: by a code of what was offered, it becomes the second factor, with recovery codes that are told here alone. */
export async function confirmFactor(
  parts: TwoFactorParts,
  caller: Caller,
  given: GivenCode,
): Promise<Outcome<{ recovery_codes: string[]; user: User }, CodeRefusal>> {
  const { user, session } = caller;
  const { factors, now } = parts;
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  if (user.second_factor === "code") return refused("second_factor_required");
  const secret = await factors.findOffered(session);
  if (secret === null) return refused("conflict");
  const judged = await counted(parts, user, given, async () => {
    const came = judgeCode(secret, plainCode(given.code), { now: now(), lastStep: 0 });
    return await Promise.resolve("problem" in came ? refusedWith("second_factor_refused", came) : done(came));
  });
  if (!judged.ok) return judged;
  const recoveryCodes = makeRecoveryCodes();
  const factor = { personId: user.id, session, secret, step: judged.value.step, now: now(), address: given.address };
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  if (!(await factors.set({ ...factor, recoveryHashes }))) return refused("conflict");
  const whole = user.second_factor === undefined ? done(user) : await complete(parts, user, "set-up", given);
  return whole.ok ? done({ recovery_codes: recoveryCodes, user: whole.value }) : whole;
}
