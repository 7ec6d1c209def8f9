import type { CallerCache } from "./caller-cache.ts";
import type { SignInStore } from "./store.ts";

/** Ends a session: its token dies first, then its live sockets are closed (AUTH-4). Other sessions go on. */
export type LogOut = (session: string) => Promise<void>;

/** Makes the use case; `closeSockets` closes what is bound to the session. */
export function createLogOut(
  store: SignInStore,
  callers: CallerCache,
  closeSockets: (session: string) => void,
): LogOut {
  return async (session) => {
    await store.removeToken(Buffer.from(session, "hex"));
    callers.forgetSession(session);
    closeSockets(session);
  };
}
