import type { CallLimit } from "@cuplaj/protocol/endpoint.ts";
import { setNewest } from "../kernel/bounded-map.ts";
import { type RateLimit, takeToken, withTokenBack } from "./rate-limit-rules.ts";

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

/** Counts by limit and by who comes: a person's id or an address. Several processes may count together (LIM-2). */
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

/** Buckets kept at most; past it the one that was used longest ago is forgotten, which for who is idle is a full one. */
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
      const fullAt = withTokenBack(buckets.get(key) ?? 0, limits[limit]);
      if (fullAt > now()) buckets.set(key, fullAt);
      else buckets.delete(key);
    },
  };
}
