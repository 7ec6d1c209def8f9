import type { CallLimit } from "@cuplaj/protocol/endpoint.ts";
import { setNewest } from "../kernel/bounded-map.ts";

/** How often something may be done: `burst` at once, then `perSecond`. */
export interface RateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * What is limited over HTTP (LIM-1): by person what calls name, by address `unknownCalls` and `files`, which is everything that
 * is no call. Signing in counts its failures itself (AUTH-3).
 */
export type LimitName = Exclude<CallLimit, "signIn"> | "files";

/** The limits of all calls (SEC-4, SEC-5). */
export interface CallLimits {
  readonly rates: Readonly<Record<LimitName, RateLimit>>;
  /** Expensive answers that a person may have under way at once. */
  readonly expensiveAnswers: number;
}

/** Counts by limit and by caller: a person's id or an address. Several processes may count together (LIM-2). */
export interface RateLimiter<Name extends string = LimitName> {
  /** Answers 0, or how long to wait (ms). */
  take(limit: Name, who: number | string): number | Promise<number>;
  /** Undoes one `take` that answered 0. */
  giveBack(limit: Name, who: number | string): void;
}

/** A limiter that answers at once. */
export interface MemoryRateLimiter<Name extends string = LimitName> extends RateLimiter<Name> {
  take(limit: Name, who: number | string): number;
}

/** Limits nobody (`LIMITS=off`). */
export const unlimited: MemoryRateLimiter<string> = { take: () => 0, giveBack: () => undefined };

/** Sums of times are inexact; nobody who waited for `retryAfterMs` is refused for that. */
const roundingSlackMs = 0.01;

/**
 * LIM-1: takes one token. A bucket is stored as the time at which it is full again; an absent one is full. A clock that jumps
 * back empties it at worst. Answers when the bucket will be full, and how long to wait (ms) where it was empty. The script in `shared-rate-limiter.ts` does the same.
 */
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

/** Buckets at most; beyond it the one that was used longest ago is dropped, which counts as a full one. */
const bucketsMax = 50_000;

/** Buckets in the memory of this process. */
export function createMemoryRateLimiter<Name extends string>(
  limits: Readonly<Record<Name, RateLimit>>,
  now: () => number,
): MemoryRateLimiter<Name> {
  /** When each is full again. */
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
