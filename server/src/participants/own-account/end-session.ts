import type { LogOutParts } from "../../sign-in/log-out.ts";

export type EndSessionParts = Pick<LogOutParts, "sessions" | "live">;

/** AUTH-7: ends a session in this process, once its token is deleted; other processes learn of it from the commit. */
export function endSession({ sessions, live }: EndSessionParts, session: string): void {
  sessions.forgetSession(session);
  live.closeSession(session);
}
