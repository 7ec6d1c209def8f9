import type { Effect } from "./effects.ts";
import type { CallError } from "./entities.ts";

/** Asks for catching up (MSG-6) after a delay in ms; what asked before it is one with it. */
export const askToSync = (delayMs: number): Effect => ({
  type: "dispatch-later",
  key: "sync-asked",
  delayMs,
  event: { type: "sync/asked" },
});

/** How long to wait after a failure, ms: never less than the server asked for (ERR-2). */
export const notBefore = ({ retryAfterSeconds }: CallError, delayMs: number): number =>
  Math.max(delayMs, (retryAfterSeconds ?? 0) * 1000);
