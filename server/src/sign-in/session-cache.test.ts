import { describe, expect, test } from "vitest";
import { someUser as user } from "../testing/some-user.ts";
import { SessionCache } from "./session-cache.ts";
import { hashToken, sessionOf } from "./token.ts";

const owner = { user, lastUsedAt: 0, isProgram: false };
const good = (): Promise<typeof owner | null> => Promise.resolve(owner);
const unknown = (): Promise<typeof owner | null> => Promise.resolve(null);
const sessionOfToken = (token: string): string => sessionOf(hashToken(token));

function start() {
  const world = {
    generation: 1 as number | null,
    nowMs: 1_000_000,
    setByMs: 0,
    asked: 0,
    answer: good,
    touch: () => Promise.resolve(),
  };
  const store = {
    findTokenOwner: () => {
      world.asked += 1;
      return world.answer();
    },
    touchToken: () => world.touch(),
  };
  const cache = new SessionCache({
    store,
    listenerGeneration: () => world.generation,
    clock: { now: () => world.nowMs + world.setByMs, steadyMs: () => world.nowMs },
  });
  const find = async (token: string) => (await cache.find(token, () => Promise.resolve(true)))?.user ?? null;
  /** Whether the session is cached, which means that `mayAsk` is not called. */
  const knows = async (token: string): Promise<boolean> => {
    let isKnown = true;
    await cache.find(token, () => {
      isKnown = false;
      return Promise.resolve(false);
    });
    return isKnown;
  };
  return { world, cache, find, knows };
}

describe("caching a token's owner", () => {
  test("[ERR-5] a database that refuses writes still identifies tokens", async () => {
    const { world, find } = start();
    // The token was last used so long ago that its use is written again.
    world.touch = () => Promise.reject(new Error("the disk is full"));
    expect(await find("s")).toBe(user);
  });

  test("[AUTH-7] for two seconds the store is asked once", async () => {
    const { world, find } = start();
    expect(await find("s")).toBe(user);
    world.nowMs += 1999;
    expect(await find("s")).toBe(user);
    expect(world.asked).toBe(1);
    world.nowMs += 1;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
  });

  test("[AUTH-7] an unknown token is queried every time", async () => {
    const { world, find } = start();
    world.answer = unknown;
    await find("s");
    world.answer = good;
    expect(await find("s")).toBe(user);
  });

  test("[AUTH-7] a logged-out session is forgotten at once, the person's others are not", async () => {
    const { world, cache, find } = start();
    await find("s");
    await find("other");
    cache.forgetSession(sessionOfToken("s"));
    world.answer = unknown;
    expect([await find("s"), await find("other")]).toEqual([null, user]);
  });

  test("[AUTH-7] a person whose sessions ended is forgotten on all devices at once, others are not", async () => {
    const { world, cache, find } = start();
    await find("s");
    await find("other");
    world.answer = () => Promise.resolve({ ...owner, user: { ...user, id: 8 } });
    await find("another's");
    cache.forgetPerson(7);
    world.answer = unknown;
    expect([await find("s"), await find("other"), (await find("another's"))?.id]).toEqual([null, null, 8]);
  });

  test("[AUTH-7] nothing is cached while no revocations arrive, nor anything from before", async () => {
    const { world, find } = start();
    await find("s");
    world.generation = null;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
    world.answer = good;
    await find("s");
    world.generation = 2;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
  });

  test("[AUTH-7] the result of a lookup during which the session ended is not cached", async () => {
    const { world, cache, find } = start();
    const gate = Promise.withResolvers<typeof owner>();
    world.answer = () => gate.promise;
    const late = find("s");
    await Promise.resolve();
    cache.forgetPerson(7);
    gate.resolve(owner);
    await late;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
  });

  test("[WAIT-1] a clock set back does not prolong caching", async () => {
    const { world, find } = start();
    await find("s");
    world.setByMs -= 60_000;
    world.nowMs += 2000;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
  });

  test("[AUTH-7] concurrent calls share one lookup and its failure, which removes nobody from the cache", async () => {
    const { world, find, knows } = start();
    const calls = Array.from({ length: 500 }, () => find("s"));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([user]));
    expect(world.asked).toBe(1);
    world.nowMs += 2000;
    world.answer = () => Promise.reject(new Error("away"));
    const failing = [find("s"), find("s")];
    for (const call of failing) await expect(call).rejects.toThrow("away");
    expect(world.asked).toBe(2);
    world.answer = good;
    expect(await knows("s")).toBe(true);
    expect(await find("s")).toBe(user);
  });

  test.each([
    ["logged out", (cache: SessionCache) => cache.forgetSession(sessionOfToken("s"))],
    ["was disabled", (cache: SessionCache) => cache.forgetPerson(7)],
  ])("[AUTH-7] a call after somebody %s shares no earlier lookup", async (_name, end) => {
    const { world, cache, find } = start();
    const gate = Promise.withResolvers<typeof owner>();
    world.answer = () => gate.promise;
    const before = find("s");
    await Promise.resolve();
    end(cache);
    world.answer = unknown;
    const after = find("s");
    gate.resolve(owner);
    expect([await before, await after]).toEqual([user, null]);
    expect(await find("s")).toBeNull();
  });

  test("[AUTH-7] a hanging lookup is shared for two seconds, and not at all while no revocations arrive", async () => {
    const { world, find } = start();
    const gate = Promise.withResolvers<null>();
    world.answer = () => gate.promise;
    const hanging = find("s");
    await Promise.resolve();
    world.nowMs += 2000;
    world.answer = unknown;
    expect(await find("s")).toBeNull();
    gate.resolve(null);
    await hanging;
    world.generation = null;
    world.asked = 0;
    await Promise.all([find("s"), find("s")]);
    expect(world.asked).toBe(2);
  });

  test("[AUTH-7] a session is known from its first valid lookup until it ends, however long it is unused", async () => {
    const { world, cache, find, knows } = start();
    expect(await knows("s")).toBe(false);
    await find("s");
    world.nowMs += 3_600_000;
    expect(await knows("s")).toBe(true);
    cache.forgetSession(sessionOfToken("s"));
    expect(await knows("s")).toBe(false);
    world.generation = null;
    await find("s");
    world.answer = unknown;
    expect(await knows("s")).toBe(true);
    expect(await knows("s")).toBe(false);
  });

  test("[AUTH-7] at most 20,000 sessions are known; the one looked up longest ago is evicted", async () => {
    const { find, knows } = start();
    for (let n = 0; n < 20_001; n += 1) await find(`s${n}`);
    expect([await knows("s0"), await knows("s1"), await knows("s20000")]).toEqual([false, true, true]);
  });

  test("[SEC-4] a call denied a lookup reveals nothing to another call with the same token", async () => {
    const { world, cache, find } = start();
    const mayNot = Promise.withResolvers<boolean>();
    const refused = cache.find("token", () => mayNot.promise);
    const welcome = find("token");
    mayNot.resolve(false);
    expect([await refused, await welcome]).toEqual([null, user]);
    expect(world.asked).toBe(1);
  });
});
