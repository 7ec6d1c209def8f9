import { randomInt } from "node:crypto";
import { type Clock, pause } from "../kernel/clock.ts";
import type { SharedCounts } from "../kernel/shared-counts.ts";
import { countedBy, type FailureCounts, triedBy } from "./failure-counts.ts";
import { failureWindowMs, type SignInLimits } from "./rules.ts";

const nowOfRedis = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000`;

/**
 * Must match `begin` in memory. Each key is a sorted set of failure ids by time. KEYS: address, account, name; ARGV: their limits, the
 * try's id.
 */
const beginScript = `${nowOfRedis}
local answer = {}
for n, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - ${failureWindowMs})
  redis.call('ZREMRANGEBYSCORE', key, string.format('(%.17g', now), '+inf')
  local deciding = redis.call('ZRANGE', key, -ARGV[n], -ARGV[n], 'WITHSCORES')[2]
  answer[n] = deciding and math.ceil(deciding + ${failureWindowMs} - now) or 0
end
answer[4] = redis.call('ZCARD', KEYS[1])
if answer[1] > 0 or answer[2] > 0 then return answer end
for n, key in ipairs(KEYS) do
  if answer[n] == 0 then
    redis.call('ZADD', key, now, ARGV[4])
    redis.call('PEXPIRE', key, ${failureWindowMs})
  end
end
return answer`;

const addScript = `${nowOfRedis}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${failureWindowMs})
return {}`;

const takeBackScript = `
for _, key in ipairs(KEYS) do redis.call('ZREM', key, ARGV[1]) end
return {}`;

/** Interval between attempts to take back a try while Redis does not respond in time. */
const againMs = 500;

/** LIM-2: checks this process's own counts first. Redis is not asked about tries that they refuse, and they decide while Redis is unavailable. */
export function createSharedFailureCounts(
  limits: SignInLimits,
  counts: SharedCounts,
  own: FailureCounts,
  clock: Pick<Clock, "steadyMs" | "setTimeout">,
): FailureCounts {
  /** Takes back a try, since a successful sign-in must not count, however late Redis is. Retries for as long as the failure would count. */
  async function takeBack(keys: readonly string[], id: number): Promise<void> {
    const endMs = clock.steadyMs() + failureWindowMs;
    while ((await counts.run(takeBackScript, keys, [id])) === null && clock.steadyMs() < endMs)
      await pause(clock, againMs);
  }
  return {
    async begin(tried) {
      const ownTry = await own.begin(tried);
      if (ownTry.refusedBy !== null) return ownTry;
      const { keys, maxima } = countedBy(tried, limits);
      const id = randomInt(2 ** 47);
      const lists = {
        add: (key: string): void => void counts.run(addScript, [key], [id]),
        takeBack: (from: readonly string[]): void => void takeBack(from, id),
      };
      const answer = await counts.run(beginScript, keys, [...maxima, id]);
      // Redis was late but may have counted the try all the same.
      const late = (isFailure: boolean): void => void (isFailure || lists.takeBack(keys));
      const sharedTry = answer === null ? { ...ownTry, end: late } : triedBy(keys, answer, lists);
      if (sharedTry.refusedBy !== null) {
        ownTry.end(false);
        return sharedTry;
      }
      return {
        ...sharedTry,
        end(isFailure) {
          ownTry.end(isFailure);
          sharedTry.end(isFailure);
        },
      };
    },
  };
}
