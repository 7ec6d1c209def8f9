import type { SecurityLog } from "../kernel/security-log.ts";
import type { SessionCache } from "./session-cache.ts";
import type { SignInStore } from "./store.ts";

export interface LogOutParts {
  readonly store: Pick<SignInStore, "removeToken">;
  readonly sessions: Pick<SessionCache, "forgetSession">;
  readonly live: { closeSession(session: string): void };
  readonly security: SecurityLog;
}

/** Ends a session: removes its token, then closes its sockets (AUTH-4). `session` is a name that grants no access. */
export async function logOut(
  parts: LogOutParts,
  session: string,
  /** The caller's `addressGroup`, for the security event. */
  address: string,
): Promise<void> {
  const { store, sessions, live, security } = parts;
  const who = await store.removeToken(Buffer.from(session, "hex"));
  if (who === null) return;
  sessions.forgetSession(session);
  live.closeSession(session);
  security.note("session.ended", { who, what: "logout", from: address });
}
