import type { CallError } from "../entities.ts";

/** How the waits between attempts grow: chance picks one between the shortest and a bound, which doubles up to the longest. */
interface Pace {
  readonly firstBoundMs: number;
  readonly longestMs: number;
  readonly quickAttempts: number;
  readonly shortestMs: (boundMs: number) => number;
}

/** How long to wait after so many failures before this one, ms. Many clients never come at once: `chance` is in [0, 1]. */
type Delay = (failures: number, chance: number, error?: CallError | null) => number;

/** The longest wait before a call is repeated, ms; a server may ask for more. */
const retryDelayMaxMs = 30_000;

export const retryDelayMs = delayOf({
  firstBoundMs: 1000,
  longestMs: retryDelayMaxMs,
  quickAttempts: 0,
  shortestMs: (boundMs) => boundMs / 2,
});

/** CONN-2: within the first minute, about 60 attempts, a client is back within 2 s; shorter waits would overload a server that comes back. */
export const reconnectDelayMs = delayOf({
  firstBoundMs: 1500,
  longestMs: 8000,
  quickAttempts: 60,
  shortestMs: () => 500,
});

function delayOf({ firstBoundMs, longestMs, quickAttempts, shortestMs }: Pace): Delay {
  return (failures, chance, error = null) => {
    const doublings = Math.min(10, Math.max(0, failures - quickAttempts));
    const boundMs = Math.min(longestMs, firstBoundMs * 2 ** doublings);
    const leastMs = shortestMs(boundMs);
    return notBefore(error, Math.floor(leastMs + chance * (boundMs - leastMs)));
  };
}

/** How long to wait after a failure, ms: never less than `Retry-After` (ERR-2c). */
export const notBefore = (error: CallError | null, delayMs: number): number =>
  Math.max(delayMs, (error?.retryAfterSeconds ?? 0) * 1000);

/** How long the server still refuses it, ms; 0 where it may be retried. A clock put back never extends the asked pause. */
export function retryAfterMs(
  refused: { readonly error: CallError | null; readonly notBefore?: number },
  now: number,
): number {
  const left = (refused.notBefore ?? 0) - now;
  return left > 0 && left <= notBefore(refused.error, retryDelayMaxMs) ? left : 0;
}

/** A random id as a chance; 1 where it is no hexadecimal number. */
export function chanceOf(id: string): number {
  const chance = Number.parseInt(id.slice(0, 4), 16) / 0xffff;
  return Number.isFinite(chance) ? chance : 1;
}
