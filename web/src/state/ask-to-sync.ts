import type { Effect } from "./effects.ts";

/** Asks for catching up (MSG-6) after a delay in ms; what asked before it is one with it. */
export const askToSync = (delayMs: number): Effect => ({
  type: "dispatch-later",
  key: "sync-asked",
  delayMs,
  event: { type: "sync/asked" },
});
