import type { CallError } from "./entities.ts";

/** Delay after the first failure, ms; it doubles with each further one. */
const firstDelayMs = 1000;
/** Longest delay between attempts, ms; a server may ask for more. */
export const delayMsMax = 30_000;
/** Attempts after which a server that fails over one call counts as failing for ever. */
const unexpectedMax = 5;

/** Whether a failed call may succeed later by itself (SEND-4). */
export function mayPassByItself({ code }: CallError, attempts: number): boolean {
  switch (code) {
    case "offline":
    case "timeout":
    case "unavailable":
    case "too_many_requests":
      return true;
    case "unexpected":
      return attempts < unexpectedMax;
    // Another token may be valid by now; without one, signing in comes first.
    case "unauthenticated":
      return true;
    case "malformed":
    case "forbidden":
    case "not_found":
    case "conflict":
    case "already_taken_over":
    case "too_large":
    case "unsupported_type":
    case "invalid":
    case "invalid_credentials":
      return false;
  }
}

/**
 * Delay before the next attempt, ms: doubling, and spread by a random id, so that many clients never come at once. Never shorter
 * than the server asked (ERR-2).
 */
export function resendDelayMs(attempts: number, id: string, retryAfterSeconds: number | null): number {
  const bound = Math.min(delayMsMax, firstDelayMs * 2 ** Math.min(attempts - 1, 10));
  const chance = Number.parseInt(id.slice(0, 4), 16) / 0xffff;
  const spread = Math.round(bound * (0.5 + 0.5 * (Number.isFinite(chance) ? chance : 1)));
  return Math.max(spread, (retryAfterSeconds ?? 0) * 1000);
}
