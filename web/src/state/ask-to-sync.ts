import type { Effect } from "./effects.ts";

/** Requests catching up (MSG-6), after a delay in ms where given. */
export const askToSync = (delayMs = 0): Effect => ({ type: "dispatch", event: { type: "sync/asked", delayMs } });
