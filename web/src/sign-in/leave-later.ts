import type { Effect } from "../state/effects.ts";

/** Signs out after a delay, ms, unless cancelled by then (SIGN-2). */
export const leaveLater = (delayMs: number): Effect => ({
  type: "dispatch-later",
  key: "leave",
  delayMs,
  event: { type: "sign-out/asked" },
});
