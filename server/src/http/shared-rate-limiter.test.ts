import fc from "fast-check";
import { expect, test } from "vitest";
import { startSharedCounts } from "../testing/shared-counts.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { createMemoryRateLimiter, type RateLimiter } from "./rate-limiter.ts";
import { createSharedRateLimiter } from "./shared-rate-limiter.ts";

let nowMs = 1_790_000_000_000;
const counts = await startSharedCounts(() => nowMs);
const { rates } = usualLimits.calls;
const limits = { ...rates, uneven: { burst: 7, perSecond: 7 }, slow: { burst: 3, perSecond: 0.3 } };
type Name = keyof typeof limits;

const step = fc.record({
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 3000 }), fc.constantFrom(-100_000, 100_000)),
  does: fc.constantFrom("take", "take", "take", "giveBack"),
});

test.skipIf(counts === null)("[LIM-2] buckets in Redis have the edges of those in memory, in every order", async () => {
  let who = 0;
  const names = fc.constantFrom(...(Object.keys(limits) as Name[]));
  const property = fc.asyncProperty(names, fc.array(step, { maxLength: 60 }), async (limit, steps) => {
    who += 1;
    const own = createMemoryRateLimiter(limits, () => nowMs);
    const shared: RateLimiter<Name> = createSharedRateLimiter(limits, counts!, own);
    const inMemory = createMemoryRateLimiter(limits, () => nowMs);
    for (const { waitMs, does } of steps) {
      nowMs += waitMs;
      if (does === "take") expect(await shared.take(limit, who)).toBe(inMemory.take(limit, who));
      for (const limiter of does === "giveBack" ? [shared, inMemory] : []) limiter.giveBack(limit, who);
    }
  });
  await fc.assert(property, { numRuns: 200 });
});

test("[LIM-2] where Redis does not answer, buckets of this process limit", async () => {
  const away = { run: () => Promise.resolve(null), close: () => undefined };
  const own = createMemoryRateLimiter(rates, () => 0);
  const limiter = createSharedRateLimiter(rates, away, own);
  for (let n = 0; n < 20; n += 1) expect(await limiter.take("publish", 1)).toBe(0);
  expect(await limiter.take("publish", 1)).toBe(200);
  limiter.giveBack("publish", 1);
  await Promise.resolve();
  expect([await limiter.take("publish", 1), await limiter.take("publish", 1)]).toEqual([0, 200]);
});
