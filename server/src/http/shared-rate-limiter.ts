import type { SharedCounts } from "../kernel/shared-counts.ts";
import type { MemoryRateLimiter, RateLimit, RateLimiter } from "./rate-limiter.ts";

/** The beginning of both scripts. KEYS: the bucket, stored as the time at which it is full. ARGV: burst, tokens per second. */
const start = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local token = 1000 / ARGV[2]
local full = tonumber(redis.call('GET', KEYS[1])) or now`;
const store = `if full > now then redis.call('SET', KEYS[1], string.format('%.17g', full), 'PX', math.ceil(full - now))
else redis.call('DEL', KEYS[1]) end`;

/** Must match `takeToken`; uses the clock of Redis, since those of the processes may differ. */
const takeScript = `${start}
local bucket = ARGV[1] * token
full = math.min(math.max(full, now), now + bucket)
local wait = full + token - bucket - now
if wait <= 0.01 then full = full + token end
${store}
return { wait > 0.01 and math.ceil(wait - 0.01) or 0 }`;

const giveBackScript = `${start}
full = full - token
${store}
return {}`;

/** LIM-2: checks this process's own buckets first. Redis is not asked about calls that they refuse, and they decide while Redis is unavailable. */
export function createSharedRateLimiter<Name extends string>(
  limits: Readonly<Record<Name, RateLimit>>,
  counts: SharedCounts,
  own: MemoryRateLimiter<Name>,
): RateLimiter<Name> {
  const run = (script: string, limit: Name, who: number | string): Promise<readonly number[] | null> =>
    counts.run(script, [`${limit}:${who}`], [limits[limit].burst, limits[limit].perSecond]);
  return {
    async take(limit, who) {
      const ownWaitMs = own.take(limit, who);
      if (ownWaitMs > 0) return ownWaitMs;
      const taken = await run(takeScript, limit, who);
      const waitMs = taken?.[0] ?? 0;
      if (waitMs > 0) own.giveBack(limit, who);
      return waitMs;
    },
    giveBack(limit, who) {
      own.giveBack(limit, who);
      void run(giveBackScript, limit, who);
    },
  };
}
