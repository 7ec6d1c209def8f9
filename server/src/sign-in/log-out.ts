import type { SecurityLog } from "../kernel/security-log.ts";
import type { SessionCache } from "./session-cache.ts";
import type { SignInStore } from "./store.ts";

/** Whose session ends, and from which address (as limits count it). */
interface Leaving {
  readonly session: string;
  readonly participantId: number;
  readonly address: string;
}

/** What logging out needs. */
export interface LogOutParts {
  readonly store: Pick<SignInStore, "removeToken">;
  readonly sessions: Pick<SessionCache, "forgetSession">;
  /** Closes the live sockets that are bound to the session. */
  readonly live: { closeSession(session: string): void };
  readonly security: SecurityLog;
}

/** Ends a session: its token is removed first, then its live sockets are closed (AUTH-4). Other sessions go on. */
export async function logOut(parts: LogOutParts, { session, participantId, address }: Leaving): Promise<void> {
  const { store, sessions, live, security } = parts;
  await store.removeToken(Buffer.from(session, "hex"));
  sessions.forgetSession(session);
  live.closeSession(session);
  security.note("session.ended", { who: participantId, what: "logout", from: address });
}
