import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import type { FailureLog } from "./failure-log.ts";
import type { HashQueue } from "./hash-queue.ts";
import { verifyPassword } from "./password-hash.ts";
import { type Door, opensFor } from "./rules.ts";
import type { Account, SignInStore } from "./store.ts";
import { hashToken, makeToken } from "./token.ts";

/** What somebody at a door says, and from where. */
interface Credentials {
  readonly door: Door;
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

/** What signing in needs. */
export interface SignInParts {
  readonly store: SignInStore;
  readonly failures: FailureLog;
  readonly hashQueue: HashQueue;
  /** A hash that fits no password: an unknown user costs as much as a known one (AUTH-3). */
  readonly decoyHash: string;
  readonly now: () => number;
}

/** Opens a session (AUTH-1 to AUTH-3): a token and who it belongs to. */
export type SignIn = (credentials: Credentials) => Promise<Outcome<{ token: string; user: User }>>;

/** When to come back while the doors are crowded. */
const crowdedRetryMs = 2000;

/** Makes the use case. */
export function createSignIn(parts: SignInParts): SignIn {
  return async (credentials) => {
    // Names are the same where the store says so, whether there is such an account or not.
    const key = `${await parts.store.foldUsername(credentials.username)}\n${credentials.address}`;
    return await parts.failures.inTurn(key, () => attempt(parts, credentials, key));
  };
}

async function attempt(parts: SignInParts, credentials: Credentials, key: string): ReturnType<SignIn> {
  const closedForMs = parts.failures.closedForMs(key);
  if (closedForMs > 0) return refused("too_many_requests", { retryAfterMs: closedForMs });
  const account = await parts.store.findAccount(credentials.username);
  const checking = parts.hashQueue.run(() => isWelcome(account, credentials, parts.decoyHash));
  if (checking === null) return refused("too_many_requests", { retryAfterMs: crowdedRetryMs });
  const user = await checking;
  if (user === null) {
    parts.failures.addFailure(key);
    return refused("invalid_credentials");
  }
  const token = makeToken();
  await parts.store.addToken(hashToken(token), user.id, parts.now());
  return done({ token, user });
}

/** The password is always checked, so that every refusal takes the same time. */
async function isWelcome(account: Account | null, credentials: Credentials, decoyHash: string): Promise<User | null> {
  const isRight = await verifyPassword(credentials.password, account?.passwordHash ?? decoyHash);
  return account !== null && isRight && opensFor(credentials.door, account.user.type) ? account.user : null;
}
