import { createClient } from "@redis/client";
import { afterAll } from "vitest";
import type { SharedCounts } from "../kernel/shared-counts.ts";
import { startRedisOfFile } from "./redis.ts";

/** Makes scripts use the test's time, and prevents keys from expiring by Redis's own clock. */
const preludeAt = (nowMs: number): string => `
local real = redis
local redis = { call = function(name, ...)
  if name == 'TIME' then return { '${Math.floor(nowMs / 1000)}', '${(nowMs % 1000) * 1000}' } end
  if name == 'PEXPIRE' then return 1 end
  if name == 'SET' then
    local key, value = ...
    return real.call(name, key, value)
  end
  return real.call(name, ...)
end }
`;

/** Starts counts in a real Redis that the file shares, with a clock of whole milliseconds; null if Redis is not installed. */
export async function startSharedCounts(now: () => number): Promise<SharedCounts | null> {
  const redis = await startRedisOfFile();
  if (redis === null) return null;
  const client = createClient({ url: redis.url });
  await client.connect();
  afterAll(() => client.close());
  return {
    async run(script, keys, args) {
      const text = preludeAt(now()) + script;
      const answer = await client.eval(text, { keys: [...keys], arguments: args.map(String) });
      return Array.isArray(answer) ? answer.map(Number) : null;
    },
    close: () => undefined,
  };
}
