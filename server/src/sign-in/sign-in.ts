import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { verifyPassword } from "./password-hash.ts";
import { type Realm, isRealmOf, shortUserAgent } from "./rules.ts";
import type { SignInGuard } from "./sign-in-guard.ts";
import type { SignInStore } from "./store.ts";
import { hashToken, makeToken } from "./token.ts";

interface Credentials {
  readonly realm: Realm;
  readonly username: string;
  readonly password: string;
  /** The caller's `addressGroup`, which limits count. */
  readonly address: string;
  readonly userAgent: string | null;
}

type Account = NonNullable<Awaited<ReturnType<SignInStore["findAccount"]>>>;

export interface SignInParts {
  readonly store: Pick<SignInStore, "findAccount" | "addToken">;
  readonly guard: SignInGuard;
  readonly security: SecurityLog;
  /** A hash that matches no password; verifying it makes an unknown user cost as much as a known one (AUTH-3). */
  readonly decoyHash: string;
  readonly now: () => number;
}

/** Opens a session (AUTH-1 to AUTH-3), and returns its token and user. */
export async function signIn(
  parts: SignInParts,
  credentials: Credentials,
): Promise<Outcome<{ token: string; user: User }>> {
  const { store, guard, security, now } = parts;
  const checked = await guard.run(credentials, () => check(parts, credentials));
  if (!checked.ok) return checked;
  const account = checked.value;
  const token = makeToken();
  const userAgent = shortUserAgent(credentials.userAgent);
  const user = account && (await store.addToken(hashToken(token), { ...account, userAgent }, now()));
  // The password may have changed since it was checked.
  if (user === null) return refused("invalid_credentials");
  security.note(beginningOf(user), { who: user.id, what: credentials.realm, from: credentials.address });
  return done({ token, user });
}

/** TFA-1: a sign-in without its second factor has only begun. */
export const beginningOf = (user: User): "sign-in.begun" | "sign-in.succeeded" =>
  user.second_factor === undefined ? "sign-in.succeeded" : "sign-in.begun";

/** Checks a password. Always verifies a hash, so that every refusal takes the same time. */
async function check(parts: SignInParts, { realm, username, password, address }: Credentials): Promise<Account | null> {
  const account = await parts.store.findAccount(username);
  const isRight = await verifyPassword(password, account?.passwordHash ?? parts.decoyHash);
  if (account !== null && isRight && isRealmOf(realm, account.user.type)) return account;
  parts.security.note("sign-in.failed", { who: account?.user.id ?? null, what: realm, from: address, by: "nobody" });
  return null;
}
