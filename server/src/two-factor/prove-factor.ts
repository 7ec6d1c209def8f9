import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import {
  done,
  invalidField,
  type Outcome,
  type Refused,
  type RefusedWith,
  refused,
  refusedWith,
} from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { verifyPassword } from "../sign-in/password-hash.ts";
import type { TwoFactor } from "../sign-in/rules.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInGuard } from "../sign-in/sign-in-guard.ts";
import type { SignInStore } from "../sign-in/store.ts";
import { hashRecoveryCode, plainCode } from "./recovery-codes.ts";
import { closedForMs, repeatableMs } from "./rules.ts";
import type { StoredFactor, TwoFactorStore } from "./store.ts";
import { judgeCode } from "./totp.ts";

export interface TwoFactorParts {
  readonly factors: Omit<TwoFactorStore, "endIncomplete">;
  readonly store: Pick<SignInStore, "findAccount" | "findUser" | "prove">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
  /** Shared with sign-in, so that attempts are counted together (AUTH-3). */
  readonly guard: SignInGuard;
  readonly security: SecurityLog;
  readonly twoFactor: TwoFactor;
  /** The name of this installation in authenticators. */
  readonly issuer: string;
  readonly now: () => number;
}

export interface GivenCode {
  readonly code: string;
  /** The caller's `addressGroup`. */
  readonly address: string;
}

export type CodeRefusal = RefusedWith<"second_factor_refused", { readonly problem: CodeProblem }>;

/** Shortest wait before a retry, even at the end of the hour. */
const leastWaitMs = 1000;

export interface Proven {
  readonly secret: Buffer;
  readonly by: "code" | "recovery-code";
}

interface GivenProof extends GivenCode {
  readonly password?: string;
  /** Derives the recovery codes to create along with this code. */
  readonly codesOf?: (secret: Buffer) => readonly string[];
}

/** TFA-2, TFA-3: uses up a code or recovery code; repeating the same request succeeds again (TFA-3a). */
export async function proveFactor(
  parts: TwoFactorParts,
  user: User,
  given: GivenProof,
): Promise<Outcome<Proven, CodeRefusal>> {
  const { factors, now } = parts;
  if ((await factors.find(user.id)) === null) return refused("conflict");
  return await counted(parts, user, given, async () => {
    const { password } = given;
    if (password !== undefined && !(await isPasswordOf(parts, user, password)))
      return invalidField("password", "not_valid");
    const factor = await factors.beginTry(user.id, now());
    return factor === null ? await closed(parts, user, given) : await useCode(parts, user, factor, given);
  });
}

/** Counts an attempt together with sign-ins; a wrong password or code counts as a failure. */
export async function counted<T>(
  { guard, security }: Pick<TwoFactorParts, "guard" | "security">,
  { id, username }: User,
  { address }: Pick<GivenCode, "address">,
  attempt: () => Promise<Outcome<T, CodeRefusal>>,
): Promise<Outcome<T, CodeRefusal>> {
  const tried: { outcome: Outcome<T, CodeRefusal> } = { outcome: refused("conflict") };
  const checked = await guard.run({ username, address }, async () => {
    tried.outcome = await attempt();
    return isWrong(tried.outcome) ? null : tried.outcome;
  });
  if (!checked.ok) return checked;
  if (checked.value === null)
    security.note("sign-in.failed", { who: id, what: "two-factor", from: address, by: "nobody" });
  return tried.outcome;
}

const isWrong = (outcome: Outcome<unknown, CodeRefusal>): boolean =>
  !outcome.ok && (outcome.code === "second_factor_refused" || outcome.code === "invalid");

async function closed(
  { factors, security, now }: TwoFactorParts,
  { id }: User,
  { address }: GivenCode,
): Promise<Refused> {
  const factor = await factors.find(id);
  if (factor === null) return refused("conflict");
  security.note("limit.met", { who: id, what: "two-factor-codes", from: address });
  return refused("too_many_requests", { retryAfterMs: Math.max(closedForMs(factor, now()), leastWaitMs) });
}

export async function isPasswordOf({ store }: Pick<TwoFactorParts, "store">, { username }: User, password: string) {
  const account = await store.findAccount(username);
  return account !== null && (await verifyPassword(password, account.passwordHash));
}

async function useCode(
  { factors, now }: TwoFactorParts,
  { id: personId }: User,
  { secret, lastStep }: Pick<StoredFactor, "secret" | "lastStep">,
  { code, codesOf, address }: GivenProof,
): Promise<Outcome<Proven, CodeRefusal>> {
  const judged = judgeAny(secret, plainCode(code), { now: now(), lastStep });
  const proven = done<Proven>({ secret, by: judged.of });
  const newHashes = codesOf?.(secret).map(hashRecoveryCode) ?? null;
  const asBefore = { since: now() - repeatableMs, isCounted: true };
  if (newHashes !== null && (await factors.areNew(personId, newHashes, asBefore))) return proven;
  const used = { personId, secret, newHashes, now: now(), address };
  if ("by" in judged && (await factors.use({ ...used, by: judged.by }))) return proven;
  return refusedWith("second_factor_refused", { problem: judged.problem });
}

/** Judges a code. Six digits are an authenticator's code; anything else is a recovery code, and `problem` applies if it cannot be used. */
function judgeAny(secret: Buffer, code: string, at: { readonly now: number; readonly lastStep: number }) {
  if (!/^\d{6}$/u.test(code))
    return { of: "recovery-code", by: { recoveryHash: hashRecoveryCode(code) }, problem: "wrong" } as const;
  const judged = judgeCode(secret, code, at);
  if ("problem" in judged) return { of: "code", problem: judged.problem } as const;
  return { of: "code", by: judged, problem: "used" } as const;
}
