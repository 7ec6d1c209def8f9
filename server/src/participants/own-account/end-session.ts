import type { LogOutParts } from "../../sign-in/log-out.ts";

export type EndSessionParts = Pick<LogOutParts, "sessions" | "live">;

/** AUTH-7: for a deleted token; other processes learn from the commit. */
export function endSession({ sessions, live }: EndSessionParts, session: string): void {
  sessions.forgetSession(session);
  live.closeSession(session);
}
