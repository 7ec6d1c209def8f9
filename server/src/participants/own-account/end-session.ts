import type { LogOutParts } from "../../sign-in/log-out.ts";

export type EndSessionParts = Pick<LogOutParts, "sessions" | "live">;

/** Forgets a session whose token is gone, and closes its sockets here; the other processes are notified by the commit (AUTH-7). */
export function endSession({ sessions, live }: EndSessionParts, session: string): void {
  sessions.forgetSession(session);
  live.closeSession(session);
}
