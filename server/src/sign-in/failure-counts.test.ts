import { createClient } from "@redis/client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { connectSharedCounts } from "../kernel/shared-counts.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { startRedis } from "../testing/redis.ts";
import { until } from "../testing/server-process.ts";
import { startSharedCounts } from "../testing/shared-counts.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { createMemoryFailureCounts, uncounted } from "./failure-counts.ts";
import type { SignInLimits } from "./rules.ts";
import { createSharedFailureCounts } from "./shared-failure-counts.ts";

let nowMs = 1_790_000_000_000;
const now = () => nowMs;
const sharedCounts = await startSharedCounts(now);
const few = { failuresPerMinute: 2, failuresPerAddressPerMinute: 3, failuresPerNamePerMinute: 4 };

const inMemory = (limits: SignInLimits) => createMemoryFailureCounts(limits, now);
const inRedis = (limits: SignInLimits) => createSharedFailureCounts(limits, sharedCounts!, uncounted, systemClock);
const backends = [
  { where: "in memory", countsOf: inMemory },
  ...(sharedCounts === null ? [] : [{ where: "in Redis", countsOf: inRedis }]),
];
let tests = 0;
const own = (text: string) => `${text} ${tests}`;

describe.each(backends)("failures $where", ({ countsOf }) => {
  function start(limits: SignInLimits = few) {
    tests += 1;
    const counts = countsOf(limits);
    const attempt = async (name: string, address: string, isFailure = true) => {
      const tried = await counts.begin({ name: own(name), address: own(address) });
      if (tried.refusedBy !== null) return `${tried.refusedBy} ${tried.retryAfterMs}`;
      tried.end(isFailure);
      return `${tried.isNameFull ? "slow" : "quick"}${tried.hasFailed ? " again" : ""}`;
    };
    return { counts, attempt };
  }

  test("[LIM-1] a name and address may fail up to the limit, and again once the first is a minute old", async () => {
    const { attempt } = start();
    expect(await attempt("ana", "a")).toBe("quick");
    nowMs += 1000;
    expect([await attempt("ana", "a"), await attempt("ana", "a")]).toEqual(["quick again", "account 59000"]);
    expect([await attempt("mihai", "a"), await attempt("ana", "b")]).toEqual(["quick again", "quick"]);
    nowMs += 58_999;
    expect(await attempt("ana", "a")).toBe("address 1");
    nowMs += 1;
    expect([await attempt("ana", "a"), await attempt("ana", "a")]).toEqual(["quick again", "address 1000"]);
  });

  test("[SEC-3e] a name at its limit is slow at any address, and remains so while it is tried", async () => {
    const { attempt } = start();
    for (const address of ["a", "b", "c", "d"]) expect(await attempt("ana", address)).toBe("quick");
    for (let n = 0; n < 10; n += 1) {
      nowMs += 10_000;
      expect(await attempt("ana", `late${n}`)).toBe("slow");
    }
    nowMs += 60_000;
    expect(await attempt("ana", "a")).toBe("quick");
  });

  test("[AUTH-3] a successful try does not count, nor does a refused one", async () => {
    const { attempt } = start();
    for (let n = 0; n < 10; n += 1) expect(await attempt("ana", "a", false)).toBe("quick");
    expect([await attempt("ana", "a"), await attempt("ana", "a")]).toEqual(["quick", "quick again"]);
    for (let n = 0; n < 10; n += 1) expect(await attempt("ana", "a")).toBe("account 60000");
    expect(await attempt("mihai", "a")).toBe("quick again");
    for (let n = 0; n < 10; n += 1) expect(await attempt("radu", "a")).toBe("address 60000");
    expect([await attempt("radu", "b"), await attempt("ana", "b")]).toEqual(["quick", "quick again"]);
  });

  test("[AUTH-3] a try counts until its outcome is known; a successful one of a slow name keeps its failures", async () => {
    const { counts, attempt } = start();
    const open = await Promise.all([1, 2].map(() => counts.begin({ name: own("ana"), address: own("a") })));
    expect(await attempt("ana", "a")).toBe("account 60000");
    for (const tried of open) if (tried.refusedBy === null) tried.end(false);
    expect(await attempt("ana", "a")).toBe("quick");
    for (const address of ["b", "c", "d"]) await attempt("ana", address);
    expect([await attempt("ana", "e", false), await attempt("ana", "f", false)]).toEqual(["slow", "slow"]);
  });
});

test.skipIf(sharedCounts === null)("[AUTH-3] a Redis clock set back locks nobody out", async () => {
  const counts = inRedis(few);
  const fail = async () => {
    const tried = await counts.begin({ name: "jumps", address: "jumps" });
    if (tried.refusedBy === null) tried.end(true);
    return tried.refusedBy;
  };
  expect([await fail(), await fail(), await fail()]).toEqual([null, null, "account"]);
  nowMs -= 3_600_000;
  expect(await fail()).toBe(null);
});

test.skipIf(sharedCounts === null)(
  "[LIM-2a] failures in Redis count like those in memory, in every order",
  async () => {
    const event = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 })),
      name: fc.constantFrom("ana", "mihai", "radu"),
      address: fc.constantFrom("a", "b", "c"),
      isFailure: fc.constantFrom(true, true, false),
    });
    const property = fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      tests += 1;
      const both = [inMemory(few), inRedis(few)];
      for (const { waitMs, name, address, isFailure } of events) {
        nowMs += waitMs;
        const tried = await Promise.all(both.map((counts) => counts.begin({ name: own(name), address: own(address) })));
        const [one, other] = tried.map((each) => JSON.stringify(each));
        expect(other).toBe(one);
        for (const each of tried) if (each.refusedBy === null) each.end(isFailure);
      }
    });
    await fc.assert(property);
  },
);

describe("a process whose Redis comes and goes", () => {
  function start() {
    const world = { answer: null as readonly number[] | null, asked: 0 };
    const run = () => {
      world.asked += 1;
      return Promise.resolve(world.answer);
    };
    const { signIn } = usualLimits;
    const counts = createSharedFailureCounts(
      signIn,
      { run, close: () => undefined },
      inMemory(signIn),
      new FakeClock(),
    );
    const attempt = async (isFailure = true) => {
      const tried = await counts.begin({ name: "ana", address: "a" });
      if (tried.refusedBy === null) tried.end(isFailure);
      return tried.refusedBy;
    };
    return { world, attempt };
  }

  test("[LIM-2c] never allows more failures than its own limit, whether Redis responds or not", async () => {
    const { world, attempt } = start();
    expect([await attempt(), await attempt(false)]).toEqual([null, null]);
    world.answer = [0, 0, 0, 0];
    expect([await attempt(), await attempt(), await attempt(false), await attempt()]).toEqual([null, null, null, null]);
    world.answer = null;
    expect([await attempt(false), await attempt(), await attempt()]).toEqual([null, null, "account"]);
  });

  test("[LIM-2c] counts nothing that Redis refused, and does not consult Redis about tries that it refuses itself", async () => {
    const { world, attempt } = start();
    world.answer = [0, 1000, 0, 0];
    for (let n = 0; n < 40; n += 1) expect(await attempt()).toBe("account");
    world.answer = [0, 0, 0, 0];
    for (let n = 0; n < 5; n += 1) expect(await attempt()).toBeNull();
    expect(world.asked).toBe(45);
    expect([await attempt(), world.asked]).toEqual(["account", 45]);
  });
});

test("[LIM-2c][AUTH-3] a successful sign-in does not count even if Redis was late, once Redis responds again", async (context) => {
  const redis = await startRedis(context);
  const connect = () =>
    connectSharedCounts({ url: redis.url, prefix: "test", secret: "x", clock: systemClock, log: silentLog });
  const counts = await connect();
  const begin = (name: string) =>
    createSharedFailureCounts(few, counts, uncounted, systemClock).begin({ name, address: "a" });
  const tried = [await begin("ana")];
  redis.hang(true);
  tried.push(await begin("mihai"));
  for (const each of tried) if (each.refusedBy === null) each.end(false);
  redis.hang(false);
  // Redis has executed all earlier commands once it responds to this one.
  await until(async () => (await counts.run("return {1}", [], [])) ?? undefined);
  const client = createClient({ url: redis.url });
  await client.connect();
  // The try is taken back soon; a failure would remain counted for a minute.
  await expect.poll(() => client.keys("*")).toEqual([]);
  client.destroy();
  counts.close();
});

test("[LIM-1] the number of keys is bounded; the one that failed longest ago is evicted", async () => {
  const counts = inMemory({ ...few, failuresPerMinute: 1 });
  const fail = async (n: number) => {
    const tried = await counts.begin({ name: `${n}`, address: `${n}` });
    if (tried.refusedBy === null) tried.end(true);
    return tried.refusedBy;
  };
  for (let n = 0; n <= 16_667; n += 1) await fail(n);
  expect([await fail(16_667), await fail(1), await fail(0)]).toEqual(["account", "account", null]);
});
