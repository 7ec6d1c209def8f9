import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryRateLimiter, takeToken } from "./rate-limiter.ts";
import { usualLimits } from "../testing/usual-limits.ts";

describe("the token bucket", () => {
  test("[LIM-1] no span of time admits more than burst plus rate times time, and the returned wait suffices", () => {
    const limit = fc.record({ burst: fc.integer({ min: 1, max: 30 }), perSecond: fc.constantFrom(0.1, 1, 5, 20) });
    fc.assert(
      fc.property(limit, fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 200 }), (limit, waits) => {
        let bucket: number | undefined;
        let now = 0;
        let taken = 0;
        for (const wait of waits) {
          now += wait;
          const result = takeToken(bucket, limit, now);
          bucket = result.fullAt;
          if (result.retryAfterMs === 0) taken += 1;
          else expect(takeToken(bucket, limit, now + result.retryAfterMs).retryAfterMs).toBe(0);
        }
        expect(taken).toBeLessThanOrEqual(limit.burst + (now / 1000) * limit.perSecond + 1e-6);
      }),
    );
  });

  test("[LIM-1] a clock set back adds no tokens and locks nobody out", () => {
    const limit = { burst: 2, perSecond: 1 };
    let { fullAt } = takeToken(undefined, limit, 10_000);
    ({ fullAt } = takeToken(fullAt, limit, 1000));
    expect(takeToken(fullAt, limit, 1000).retryAfterMs).toBe(1000);
    expect(takeToken(fullAt, limit, 2000).retryAfterMs).toBe(0);
  });
});

describe("the limiter in memory", () => {
  test("[LIM-1] separates people and calls, with a bounded number of buckets", () => {
    const limiter = createMemoryRateLimiter(
      { ...usualLimits.calls.rates, publish: { burst: 1, perSecond: 1 } },
      () => 0,
    );
    expect(limiter.take("publish", 1)).toBe(0);
    expect(limiter.take("publish", 1)).toBe(1000);
    expect(limiter.take("publish", 2)).toBe(0);
    expect(limiter.take("join", 1)).toBe(0);
    for (let id = 10; id < 50_010; id += 1) limiter.take("publish", id);
    expect(limiter.take("publish", 1)).toBe(0);
  });

  test("[LIM-1] a returned token can be taken again, and never overfills a bucket", () => {
    const limiter = createMemoryRateLimiter({ calls: { burst: 2, perSecond: 1 } }, () => 0);
    limiter.giveBack("calls", 1);
    expect([limiter.take("calls", 1), limiter.take("calls", 1), limiter.take("calls", 1)]).toEqual([0, 0, 1000]);
    limiter.giveBack("calls", 1);
    expect([limiter.take("calls", 1), limiter.take("calls", 1)]).toEqual([0, 1000]);
    for (let n = 0; n < 5; n += 1) limiter.giveBack("calls", 1);
    expect([limiter.take("calls", 1), limiter.take("calls", 1), limiter.take("calls", 1)]).toEqual([0, 0, 1000]);
  });
});
