import type { CallError } from "../state/entities.ts";

/** After the first failure, ms; it doubles with each further one. */
const firstDelayMs = 1000;
/** Never longer than this between two attempts, ms. */
export const delayMsMax = 30_000;
/** A server that fails over one message in this many attempts would fail for ever. */
const unexpectedMax = 5;

/** Whether a send that failed may get through later, with nobody doing anything (SEND-4). */
export function mayPassByItself({ code }: CallError, attempts: number): boolean {
  switch (code) {
    case "offline":
    case "timeout":
    case "unavailable":
    case "too_many_requests":
      return true;
    case "unexpected":
      return attempts < unexpectedMax;
    // Another token may be in force by now; without one, signing in comes first.
    case "unauthenticated":
      return true;
    case "malformed":
    case "forbidden":
    case "not_found":
    case "conflict":
    case "too_large":
    case "unsupported_type":
    case "invalid":
    case "invalid_credentials":
      return false;
  }
}

/**
 * How long a message rests before it is tried again, ms: doubling, and spread by its random id, so that many clients never
 * come at once. Never less than the server asked for (ERR-2).
 */
export function resendDelayMs(attempts: number, clientId: string, retryAfterSeconds: number | null): number {
  const bound = Math.min(delayMsMax, firstDelayMs * 2 ** Math.min(attempts - 1, 10));
  const chance = Number.parseInt(clientId.slice(0, 4), 16) / 0xffff;
  const spread = Math.round(bound * (0.5 + 0.5 * (Number.isFinite(chance) ? chance : 1)));
  return Math.max(spread, (retryAfterSeconds ?? 0) * 1000);
}
