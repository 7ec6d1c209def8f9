import type { CallError } from "../entities.ts";

/** Each wait is random, between the shortest wait and a bound that doubles up to the longest. */
interface Pace {
  readonly firstBoundMs: number;
  readonly longestMs: number;
  readonly quickAttempts: number;
  readonly shortestMs: (boundMs: number) => number;
}

/** The wait after `failures` earlier failures, ms. `chance`, in [0, 1], spreads out many clients. */
type Delay = (failures: number, chance: number, error?: CallError | null) => number;

const retryDelayMaxMs = 30_000;

export const retryDelayMs = delayOf({
  firstBoundMs: 1000,
  longestMs: retryDelayMaxMs,
  quickAttempts: 0,
  shortestMs: (boundMs) => boundMs / 2,
});

/** CONN-2: in the first minute, about 60 attempts bring a client back within 2 s; shorter waits would overload a recovering server. */
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

/** The longer of `delayMs` and the wait that `Retry-After` asks for, ms (ERR-2c). */
export const notBefore = (error: CallError | null, delayMs: number): number =>
  Math.max(delayMs, (error?.retryAfterSeconds ?? 0) * 1000);

/** How long the server will still refuse the call, ms; 0 if it may be retried. A clock set back never lengthens the pause. */
export function retryAfterMs(
  refused: { readonly error: CallError | null; readonly notBefore?: number },
  now: number,
): number {
  const left = (refused.notBefore ?? 0) - now;
  return left > 0 && left <= notBefore(refused.error, retryDelayMaxMs) ? left : 0;
}

/** Turns a random hex id into a chance in [0, 1]; 1 if invalid. */
export function chanceOf(id: string): number {
  const chance = Number.parseInt(id.slice(0, 4), 16) / 0xffff;
  return Number.isFinite(chance) ? chance : 1;
}
