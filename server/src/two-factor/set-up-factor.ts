import { randomBytes } from "node:crypto";
import type { OfferedFactor } from "@cuplaj/protocol/second-factor.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import type { Caller } from "../kernel/caller.ts";
import { done, mapOk, type Outcome, refused, refusedWith } from "../kernel/outcome.ts";
import { toBase32 } from "./base32.ts";
import { complete } from "./give-factor.ts";
import { type CodeRefusal, counted, type GivenCode, proveFactor, type TwoFactorParts } from "./prove-factor.ts";
import { hashRecoveryCode, plainCode, recoveryCodesOf } from "./recovery-codes.ts";
import { mayHaveFactor, repeatableMs } from "./rules.ts";
import { addressOf, judgeCode } from "./totp.ts";

/** RFC 4226 recommends a secret of 20 bytes. */
const secretBytes = 20;

/** TFA-1, TFA-5: offers a session a secret, the same in all its tabs (TFA-1b). Replacing a second factor takes a code and the password. */
export async function offerFactor(
  parts: TwoFactorParts,
  caller: Caller,
  proof: (GivenCode & { readonly password: string }) | null,
): Promise<Outcome<OfferedFactor, CodeRefusal>> {
  const { user, session } = caller;
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  if (user.second_factor === "code") return refused("second_factor_required");
  let given: Buffer | null = null;
  if (user.second_factor === undefined) {
    if (proof === null) return refused("invalid", { fields: { password: ["required"], code: ["required"] } });
    const proven = await proveFactor(parts, user, proof);
    if (!proven.ok) return proven;
    given = proven.value.secret;
  }
  const now = parts.now();
  const since = user.second_factor === "enrol" ? 0 : now - repeatableMs;
  const secret = await parts.factors.offer(session, randomBytes(secretBytes), { now, since, given });
  if (secret === null) return refused("unauthenticated");
  return done({ secret: toBase32(secret), uri: addressOf(secret, { username: user.username, issuer: parts.issuer }) });
}

interface Named {
  readonly secret?: string | undefined;
}

interface Confirmed {
  recovery_codes: string[];
  user: User;
}

/**
 * TFA-2, TFA-3: a code of the offered secret makes that the second factor. Naming the secret allows the request to be repeated (TFA-3a), and
 * distinguishes an outdated offer from a wrong code.
 */
export async function confirmFactor(
  parts: TwoFactorParts,
  caller: Caller,
  given: GivenCode & Named,
): Promise<Outcome<Confirmed, CodeRefusal>> {
  const { user, session } = caller;
  const { factors, now } = parts;
  if (!mayHaveFactor(parts.twoFactor, caller)) return refused("forbidden");
  if (user.second_factor === "code") return refused("second_factor_required");
  const secret = await factors.findOffered(session);
  if (secret === null || isOther(secret, given)) return await repeated(parts, caller, given);
  const judged = await counted(parts, user, given, async () => {
    const came = judgeCode(secret, plainCode(given.code), { now: now(), lastStep: 0 });
    return await Promise.resolve("problem" in came ? refusedWith("second_factor_refused", came) : done(came));
  });
  if (!judged.ok) return judged;
  const recoveryCodes = recoveryCodesOf(toBase32(secret), { session });
  const factor = { personId: user.id, session, secret, step: judged.value.step, now: now(), address: given.address };
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  if (!(await factors.set({ ...factor, recoveryHashes }))) return await repeated(parts, caller, given);
  const whole = user.second_factor === undefined ? done(user) : await complete(parts, user, "set-up", given);
  return mapOk<User, Confirmed>(whole, (self) => ({ recovery_codes: recoveryCodes, user: self }));
}

const isOther = (offered: Buffer, { secret }: Named): boolean => secret !== undefined && secret !== toBase32(offered);

/** TFA-3a: repeats the response if this session has just set up that secret. The code is not checked, since it may be used up. */
async function repeated(
  { factors, store, now }: TwoFactorParts,
  { user, session }: Caller,
  { secret }: Named,
): Promise<Outcome<Confirmed>> {
  if (secret === undefined) return refused("conflict");
  const codes = recoveryCodesOf(secret, { session });
  const asBefore = { since: now() - repeatableMs, isCounted: false };
  if (!(await factors.areNew(user.id, codes.map(hashRecoveryCode), asBefore))) return refused("conflict");
  const self = await store.findUser(user.id);
  return self === null ? refused("unauthenticated") : done({ recovery_codes: codes, user: self });
}
