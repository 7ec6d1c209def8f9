import type { Effect } from "./effects.ts";
import type { CallError } from "./entities.ts";

/** Requests catching up (MSG-6), after a delay in ms where given. */
export const askToSync = (delayMs = 0): Effect => ({ type: "dispatch", event: { type: "sync/asked", delayMs } });

/** How long to wait after a failure, ms: never less than `Retry-After` (ERR-2). */
export const notBefore = ({ retryAfterSeconds }: CallError, delayMs: number): number =>
  Math.max(delayMs, (retryAfterSeconds ?? 0) * 1000);
