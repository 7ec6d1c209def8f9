import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startSharedCounts } from "../testing/shared-counts.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { createMemoryRateLimiter, type RateLimiter, unlimited } from "./rate-limiter.ts";
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

test.skipIf(counts === null)("[LIM-2a] buckets in Redis behave like those in memory, in every order", async () => {
  let who = 0;
  const names = fc.constantFrom(...(Object.keys(limits) as Name[]));
  const property = fc.asyncProperty(names, fc.array(step, { maxLength: 60 }), async (limit, steps) => {
    who += 1;
    const shared: RateLimiter<Name> = createSharedRateLimiter(limits, counts!, unlimited);
    const inMemory = createMemoryRateLimiter(limits, () => nowMs);
    for (const { waitMs, does } of steps) {
      nowMs += waitMs;
      if (does === "take") expect(await shared.take(limit, who)).toBe(inMemory.take(limit, who));
      for (const limiter of does === "giveBack" ? [shared, inMemory] : []) limiter.giveBack(limit, who);
    }
  });
  await fc.assert(property);
});

describe("a process whose Redis comes and goes", () => {
  function start() {
    const world = { answer: null as readonly number[] | null, asked: 0 };
    const run = () => {
      world.asked += 1;
      return Promise.resolve(world.answer);
    };
    const own = createMemoryRateLimiter(rates, () => 0);
    const limiter = createSharedRateLimiter(rates, { run, close: () => undefined }, own);
    const take = async (times: number) => {
      const waits = [];
      for (let n = 0; n < times; n += 1) waits.push(await limiter.take("publish", 1));
      return waits.filter((wait) => wait === 0).length;
    };
    return { world, limiter, take };
  }

  test("[LIM-2c] never admits more than the limit, whether Redis responds or not", async () => {
    const { world, limiter, take } = start();
    expect(await take(7)).toBe(7);
    world.answer = [0];
    expect(await take(7)).toBe(7);
    world.answer = null;
    expect(await take(7)).toBe(6);
    limiter.giveBack("publish", 1);
    expect(await take(2)).toBe(1);
  });

  test("[LIM-2c] counts nothing that Redis refused, and does not consult Redis about calls that it refuses itself", async () => {
    const { world, take } = start();
    world.answer = [200];
    expect(await take(50)).toBe(0);
    world.answer = [0];
    expect(await take(20)).toBe(20);
    expect(world.asked).toBe(70);
    expect(await take(50)).toBe(0);
    expect(world.asked).toBe(70);
  });
});
