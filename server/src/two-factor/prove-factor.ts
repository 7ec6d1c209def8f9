import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { invalidField, type Outcome, type RefusedWith, refused, refusedWith } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { verifyPassword } from "../sign-in/password-hash.ts";
import type { TwoFactor } from "../sign-in/rules.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import type { SignInGuard } from "../sign-in/sign-in-guard.ts";
import type { SignInStore } from "../sign-in/store.ts";
import { hashRecoveryCode, plainCode } from "./recovery-codes.ts";
import { closedForMs } from "./rules.ts";
import type { StoredFactor, TwoFactorStore } from "./store.ts";
import { judgeCode } from "./totp.ts";

export interface TwoFactorParts {
  readonly factors: Omit<TwoFactorStore, "endIncomplete">;
  readonly store: Pick<SignInStore, "findAccount">;
  readonly sessions: Pick<SessionCache, "forgetPerson">;
  /** The one that signs in: who tries codes here is counted with who tries passwords there (AUTH-3). */
  readonly guard: SignInGuard;
  readonly security: SecurityLog;
  /** Of whom a second factor is asked. */
  readonly twoFactor: TwoFactor;
  readonly now: () => number;
}

/** A code that is given, and from where. */
export interface GivenCode {
  readonly code: string;
  /** As limits count it (`addressGroup`). */
  readonly address: string;
}

export type CodeRefusal = RefusedWith<"second_factor_refused", { readonly problem: CodeProblem }>;

/** What a code was of. */
interface Proven {
  readonly secret: Buffer;
  readonly by: "code" | "recovery-code";
}

/** TFA-2, TFA-3: uses a code of the person's second factor up, or a recovery code; with a password, that has to be right before. */
export async function proveFactor(
  parts: TwoFactorParts,
  user: User,
  given: GivenCode & { readonly password?: string },
): Promise<Outcome<Proven, CodeRefusal>> {
  const { factors, security, now } = parts;
  const factor = await factors.find(user.id);
  if (factor === null) return refused("conflict");
  const closedMs = closedForMs(factor, now());
  if (closedMs > 0) {
    security.note("limit.met", { who: user.id, what: "two-factor-codes", from: given.address });
    return refused("too_many_requests", { retryAfterMs: closedMs });
  }
  return await counted(parts, user, given, async () => {
    const { password } = given;
    if (password !== undefined && !(await isPasswordOf(parts, user, password))) return "password";
    const used = await useCode(parts, user, factor, plainCode(given.code));
    if (typeof used === "string") await factors.noteWrong(user.id, now());
    return used;
  });
}

/** Counts a try as one to sign in; a problem is a failed one. */
export async function counted<T extends object>(
  { guard, security }: Pick<TwoFactorParts, "guard" | "security">,
  { id, username }: User,
  { address }: Pick<GivenCode, "address">,
  attempt: () => Promise<T | CodeProblem | "password">,
): Promise<Outcome<T, CodeRefusal>> {
  const failed: { as: CodeProblem | "password" } = { as: "wrong" };
  const checked = await guard.run({ username, address }, async () => {
    const came = await attempt();
    if (typeof came !== "string") return came;
    failed.as = came;
    return null;
  });
  if (!checked.ok) return checked;
  const { value } = checked;
  if (value !== null) return { ok: true, value };
  security.note("sign-in.failed", { who: id, what: "two-factor", from: address, by: "nobody" });
  return failed.as === "password"
    ? invalidField("password", "not_valid")
    : refusedWith("second_factor_refused", { problem: failed.as });
}

async function isPasswordOf({ store }: Pick<TwoFactorParts, "store">, { username }: User, password: string) {
  const account = await store.findAccount(username);
  return account !== null && (await verifyPassword(password, account.passwordHash));
}

/** What the code was of, or why it is not good. Six digits are never a recovery code. */
async function useCode(
  { factors, now }: TwoFactorParts,
  { id }: User,
  { secret, lastStep }: StoredFactor,
  code: string,
): Promise<Proven | CodeProblem> {
  if (!/^\d{6}$/u.test(code)) {
    const isUsed = await factors.useRecoveryCode(id, hashRecoveryCode(code));
    return isUsed ? { secret, by: "recovery-code" } : "wrong";
  }
  const judged = judgeCode(secret, code, { now: now(), lastStep });
  if ("problem" in judged) return judged.problem;
  return (await factors.useStep(id, secret, judged.step)) ? { secret, by: "code" } : "used";
}
