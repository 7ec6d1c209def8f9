import type { Caller } from "../kernel/caller.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import type { SessionCache } from "./session-cache.ts";
import type { SignInStore } from "./store.ts";

export interface LogOutParts {
  readonly store: Pick<SignInStore, "removeToken">;
  readonly sessions: Pick<SessionCache, "forgetSession">;
  /** Closes the live sockets that are bound to the session. */
  readonly live: { closeSession(session: string): void };
  readonly security: SecurityLog;
}

/** Ends a session: its token is removed first, then its live sockets are closed (AUTH-4). Other sessions go on. */
export async function logOut(
  parts: LogOutParts,
  { session, user }: Caller,
  /** As limits count it. */
  address: string,
): Promise<void> {
  const { store, sessions, live, security } = parts;
  await store.removeToken(Buffer.from(session, "hex"));
  sessions.forgetSession(session);
  live.closeSession(session);
  security.note("session.ended", { who: user.id, what: "logout", from: address });
}
