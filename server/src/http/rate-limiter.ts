import type { CallLimit } from "@cuplaj/protocol/endpoint.ts";
import { setNewest } from "../kernel/bounded-map.ts";

/** A token bucket that admits `burst` at once, then `perSecond`. */
export interface RateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** LIM-1: calls count by person, `unknownCalls` and `files` by address; sign-in counts its own failures (AUTH-3). */
export type LimitName = Exclude<CallLimit, "signIn"> | "files";

export interface CallLimits {
  readonly rates: Readonly<Record<LimitName, RateLimit>>;
  readonly expensiveAnswers: number;
}

/** Counts by limit, and by user id or address. Several processes may share counts (LIM-2). */
export interface RateLimiter<Name extends string = LimitName> {
  /** Takes a token and returns 0, or returns the ms to wait. */
  take(limit: Name, who: number | string): number | Promise<number>;
  /** Reverses one `take` that returned 0. */
  giveBack(limit: Name, who: number | string): void;
}

export interface MemoryRateLimiter<Name extends string = LimitName> extends RateLimiter<Name> {
  take(limit: Name, who: number | string): number;
}

/** Limits nobody (`LIMITS=off`). */
export const unlimited: MemoryRateLimiter<string> = { take: () => 0, giveBack: () => undefined };

/** Sums of times are inexact, but waiting for `retryAfterMs` must always suffice. */
const roundingSlackMs = 0.01;

/** LIM-1: a bucket is stored as the time (ms) at which it is full; a missing one is full. The script in `shared-rate-limiter.ts` must match. */
export function takeToken(
  fullAt: number | undefined,
  { burst, perSecond }: RateLimit,
  now: number,
): { fullAt: number; retryAfterMs: number } {
  const tokenMs = 1000 / perSecond;
  const bucketMs = burst * tokenMs;
  const before = Math.min(Math.max(fullAt ?? now, now), now + bucketMs);
  const waitMs = before + tokenMs - bucketMs - now;
  if (waitMs > roundingSlackMs) return { fullAt: before, retryAfterMs: Math.ceil(waitMs - roundingSlackMs) };
  return { fullAt: before + tokenMs, retryAfterMs: 0 };
}

/** Most buckets; beyond that, the least recently used one is evicted, which makes it full. */
const bucketsMax = 50_000;

export function createMemoryRateLimiter<Name extends string>(
  limits: Readonly<Record<Name, RateLimit>>,
  now: () => number,
): MemoryRateLimiter<Name> {
  const buckets = new Map<string, number>();
  return {
    take(limit, who) {
      const key = `${limit}:${who}`;
      const { fullAt, retryAfterMs } = takeToken(buckets.get(key), limits[limit], now());
      setNewest(buckets, key, fullAt, bucketsMax);
      return retryAfterMs;
    },
    giveBack(limit, who) {
      const key = `${limit}:${who}`;
      const fullAt = (buckets.get(key) ?? 0) - 1000 / limits[limit].perSecond;
      if (fullAt > now()) buckets.set(key, fullAt);
      else buckets.delete(key);
    },
  };
}
