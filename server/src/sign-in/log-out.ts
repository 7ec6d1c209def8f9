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

/**
 * Ends a session by its name, which opens nothing: its token is removed first, then its live sockets are closed (AUTH-4). Other
 * sessions go on, and one that has ended already is no news.
 */
export async function logOut(
  parts: LogOutParts,
  session: string,
  /** As limits count it. */
  address: string,
): Promise<void> {
  const { store, sessions, live, security } = parts;
  const who = await store.removeToken(Buffer.from(session, "hex"));
  if (who === null) return;
  sessions.forgetSession(session);
  live.closeSession(session);
  security.note("session.ended", { who, what: "logout", from: address });
}
