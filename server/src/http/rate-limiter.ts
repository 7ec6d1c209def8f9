import { type RateLimit, takeToken, type TokenBucket } from "./rate-limit-rules.ts";

/** What is limited per person over HTTP (LIM-1). */
export type LimitedCall = "publish" | "join" | "authorizeChannel";
export type CallLimits = Readonly<Record<LimitedCall, RateLimit>>;

/** LIM-1: publish 20 at once then 5/s; join (and leave) 10/min; channel authorization 100 at once then 20/s. */
export const defaultCallLimits: CallLimits = {
  publish: { burst: 20, perSecond: 5 },
  join: { burst: 10, perSecond: 10 / 60 },
  authorizeChannel: { burst: 100, perSecond: 20 },
};

/** Counts calls per person; answers 0, or how long to wait (ms). A shared store may stand behind it (LIM-2). */
export interface RateLimiter {
  take(call: LimitedCall, participantId: number): Promise<number>;
}

/** Limits nobody (`LIMITS=off`). */
export const unlimited: RateLimiter = { take: () => Promise.resolve(0) };

/** Buckets kept at most; past it the one that was used longest ago is forgotten, which for an idle person is a full one. */
const bucketsMax = 50_000;

/** Buckets in the memory of this process. */
export function createMemoryRateLimiter(limits: CallLimits, now: () => number): RateLimiter {
  const buckets = new Map<string, TokenBucket>();
  return {
    take(call, participantId) {
      const key = `${call}:${participantId}`;
      const taken = takeToken(buckets.get(key), limits[call], now());
      buckets.delete(key);
      buckets.set(key, taken.bucket);
      const [oldest] = buckets.keys();
      if (buckets.size > bucketsMax && oldest !== undefined) buckets.delete(oldest);
      return Promise.resolve(taken.retryAfterMs);
    },
  };
}
