import type { SharedCounts } from "../limits/shared-counts.ts";
import type { RateLimit } from "./rate-limit-rules.ts";
import type { MemoryRateLimiter, RateLimiter } from "./rate-limiter.ts";

/** What both scripts begin and end with. KEYS: the bucket, as when it is full again; ARGV: burst, tokens a second. */
const start = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local token = 1000 / ARGV[2]
local full = tonumber(redis.call('GET', KEYS[1])) or now`;
/** A bucket goes when it is full. */
const keep = `if full > now then redis.call('SET', KEYS[1], string.format('%.17g', full), 'PX', math.ceil(full - now))
else redis.call('DEL', KEYS[1]) end`;

/** `takeToken`, line by line, by the clock of Redis: those of the processes may differ. */
const takeScript = `${start}
local bucket = ARGV[1] * token
full = math.min(math.max(full, now), now + bucket)
local wait = full + token - bucket - now
if wait <= 0.01 then full = full + token end
${keep}
return { wait > 0.01 and math.ceil(wait - 0.01) or 0 }`;

const giveBackScript = `${start}
full = full - token
${keep}
return {}`;

/**
 * LIM-2: buckets of all processes together. This process keeps its own beside them: what these refuse Redis is not asked for, and
 * while Redis is away they alone hold.
 */
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
