import type { SecurityLog } from "../kernel/security-log.ts";
import type { CallerCache } from "./caller-cache.ts";
import type { SignInStore } from "./store.ts";

/** Whose session ends, and from where they said so (as limits count it). */
interface Leaving {
  readonly session: string;
  readonly participantId: number;
  readonly address: string;
}

/** What logging out needs; `closeSockets` closes what is bound to the session. */
export interface LogOutParts {
  readonly store: Pick<SignInStore, "removeToken">;
  readonly callers: Pick<CallerCache, "forgetSession">;
  readonly closeSockets: (session: string) => void;
  readonly security: SecurityLog;
}

/** Ends a session: its token dies first, then its live sockets are closed (AUTH-4). Other sessions go on. */
export type LogOut = (leaving: Leaving) => Promise<void>;

/** Makes the use case. */
export function createLogOut({ store, callers, closeSockets, security }: LogOutParts): LogOut {
  return async ({ session, participantId, address }) => {
    await store.removeToken(Buffer.from(session, "hex"));
    callers.forgetSession(session);
    closeSockets(session);
    security.note("session.ended", { who: participantId, what: "logout", from: address });
  };
}
