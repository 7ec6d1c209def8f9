import type { Caller } from "../../kernel/caller.ts";
import { done, invalidField, type Outcome } from "../../kernel/outcome.ts";
import type { SecurityLog } from "../../kernel/security-log.ts";
import { passwordLengthProblem } from "../account-rules.ts";
import { hashPassword, verifyPassword } from "../../sign-in/password-hash.ts";
import type { SessionCache } from "../../sign-in/session-cache.ts";
import type { SignInGuard } from "../../sign-in/sign-in-guard.ts";
import type { SignInStore } from "../../sign-in/store.ts";
import { endSession, type EndSessionParts } from "./end-session.ts";
import type { AccountSettingsStore } from "./store.ts";

export interface ChangePasswordParts extends EndSessionParts {
  readonly sessions: EndSessionParts["sessions"] & Pick<SessionCache, "forgetPerson">;
  readonly account: Pick<AccountSettingsStore, "changePassword">;
  readonly store: Pick<SignInStore, "findAccount">;
  /** Shared with sign-in, so that attempts are counted together (AUTH-3). */
  readonly guard: SignInGuard;
  readonly security: SecurityLog;
}

interface Passwords {
  readonly current: string;
  readonly password: string;
  /** The caller's `addressGroup`. */
  readonly address: string;
}

/** AUTH-9: requires the current password; ends the caller's other sessions. */
export async function changePassword(
  parts: ChangePasswordParts,
  { user, session }: Caller,
  { current, password, address }: Passwords,
): Promise<Outcome<{ changed: true }>> {
  const problem = passwordLengthProblem(password);
  if (problem !== null) return invalidField("password", problem);
  const { username, id } = user;
  const checked = await parts.guard.run({ username, address }, async () => {
    const account = await parts.store.findAccount(username);
    if (account === null || !(await verifyPassword(current, account.passwordHash))) return null;
    // Hashing runs within the guard's turn, since it costs as much as the check.
    const change = { before: account.passwordHash, after: await hashPassword(password) };
    return await parts.account.changePassword({ participantId: id, ...change, session });
  });
  if (!checked.ok) return checked;
  if (checked.value === null) {
    parts.security.note("sign-in.failed", { who: id, what: "changePassword", from: address });
    return invalidField("current", "not_valid");
  }
  for (const ended of checked.value) endSession(parts, ended);
  // USR-4: evicts the cached caller, so that the replaced temporary password no longer blocks their calls.
  parts.sessions.forgetPerson(id);
  parts.security.note("account.password-changed", { who: id, what: String(id), from: address });
  return done({ changed: true });
}
