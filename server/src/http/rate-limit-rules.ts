/** How often something may be done: `burst` at once, then `perSecond`. */
export interface RateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: how full it was, and when (ms). */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

/** What taking a token gives: the bucket afterwards, and how long to wait (ms) where it was empty. */
export interface TakenToken {
  readonly bucket: TokenBucket;
  readonly retryAfterMs: number;
}

/** Fractions of a token add up inexactly; who waited as long as they were told is never sent away for that. */
const roundingSlack = 1e-9;

/** LIM-1: takes one token; an absent bucket is a full one. A clock that jumps back neither fills nor empties it. */
export function takeToken(bucket: TokenBucket | undefined, limit: RateLimit, now: number): TakenToken {
  const elapsedMs = Math.max(0, now - (bucket?.at ?? now));
  const tokens = Math.min(limit.burst, (bucket?.tokens ?? limit.burst) + (elapsedMs / 1000) * limit.perSecond);
  if (tokens > 1 - roundingSlack) return { bucket: { tokens: Math.max(0, tokens - 1), at: now }, retryAfterMs: 0 };
  return { bucket: { tokens, at: now }, retryAfterMs: Math.ceil(((1 - tokens) / limit.perSecond) * 1000) };
}
