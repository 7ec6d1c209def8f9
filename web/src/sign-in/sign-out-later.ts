import type { Effect } from "../state/effects.ts";

/** Signs out after a delay, ms, unless cancelled by then (SIGN-2). */
export const signOutLater = (delayMs: number): Effect => ({
  type: "dispatch-later",
  key: "sign-out",
  delayMs,
  event: { type: "sign-out/asked" },
});
