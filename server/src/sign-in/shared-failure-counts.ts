import type { SharedCounts } from "../limits/shared-counts.ts";
import { countedBy, type FailureCounts, type FailureLists, triedBy } from "./failure-counts.ts";
import { failureWindowMs, type SignInLimits } from "./rules.ts";

/**
 * The same as `begin` in memory, by the clock of Redis; each key is the list of its failures' times.
 * KEYS: address, account, name; ARGV: their maxima. Answers how long each is full, then the failures of the address before.
 */
const beginScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local answer = {}
for n, key in ipairs(KEYS) do
  while (tonumber(redis.call('LINDEX', key, 0)) or now) <= now - ${failureWindowMs} do redis.call('LPOP', key) end
  while (tonumber(redis.call('LINDEX', key, -1)) or now) > now do redis.call('RPOP', key) end
  local deciding = tonumber(redis.call('LINDEX', key, -ARGV[n]))
  answer[n] = deciding and math.ceil(deciding + ${failureWindowMs} - now) or 0
end
answer[4] = redis.call('LLEN', KEYS[1])
if answer[1] > 0 or answer[2] > 0 then return answer end
for n, key in ipairs(KEYS) do
  if answer[n] == 0 then
    redis.call('RPUSH', key, string.format('%.17g', now))
    redis.call('PEXPIRE', key, ${failureWindowMs})
  end
end
return answer`;

const addScript = `
local time = redis.call('TIME')
redis.call('RPUSH', KEYS[1], string.format('%.17g', time[1] * 1000 + time[2] / 1000))
redis.call('PEXPIRE', KEYS[1], ${failureWindowMs})
return {}`;

const takeBackScript = `
for _, key in ipairs(KEYS) do redis.call('RPOP', key) end
return {}`;

/**
 * LIM-2: failures of all processes together. The counts of this process come first: Redis is not asked about a try that they
 * refuse, and they decide alone while it is away.
 */
export function createSharedFailureCounts(
  limits: SignInLimits,
  counts: SharedCounts,
  own: FailureCounts,
): FailureCounts {
  const lists: FailureLists = {
    add: (key) => void counts.run(addScript, [key], []),
    takeBack: (keys) => void counts.run(takeBackScript, keys, []),
  };
  return {
    async begin(tried) {
      const ownTry = await own.begin(tried);
      if (ownTry.refusedBy !== null) return ownTry;
      const { keys, maxima } = countedBy(tried, limits);
      const answer = await counts.run(beginScript, keys, maxima);
      if (answer === null) return ownTry;
      const sharedTry = triedBy(keys, answer, lists);
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
