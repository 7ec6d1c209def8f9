/** How often something may be done: `burst` at once, then `perSecond`. */
export interface RateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** What taking a token gives: when the bucket will be full again (ms), and how long to wait (ms) where it was empty. */
export interface TakenToken {
  readonly fullAt: number;
  readonly retryAfterMs: number;
}

/** Sums of times are inexact; nobody who waited for `retryAfterMs` is refused for that. */
const roundingSlackMs = 0.01;

/**
 * LIM-1: takes one token. A bucket is kept as the time at which it is full again; an absent one is full. A clock that jumps
 * back empties it at worst. The script in `shared-rate-limiter.ts` does the same.
 */
export function takeToken(fullAt: number | undefined, { burst, perSecond }: RateLimit, now: number): TakenToken {
  const tokenMs = 1000 / perSecond;
  const bucketMs = burst * tokenMs;
  const before = Math.min(Math.max(fullAt ?? now, now), now + bucketMs);
  const waitMs = before + tokenMs - bucketMs - now;
  if (waitMs > roundingSlackMs) return { fullAt: before, retryAfterMs: Math.ceil(waitMs - roundingSlackMs) };
  return { fullAt: before + tokenMs, retryAfterMs: 0 };
}

/** When the bucket is full after one token was given back. */
export const withTokenBack = (fullAt: number, { perSecond }: RateLimit): number => fullAt - 1000 / perSecond;
