import { describe, expect, test } from "vitest";
import type { User } from "@cuplaj/protocol/participant.ts";
import { type CallerCache, createCallerCache } from "./caller-cache.ts";
import { someUser as user } from "../testing/some-user.ts";

const caller = (session: string): { user: User; session: string } => ({ user, session });

/** A cache, what it is told, and how often the store was asked. */
function start() {
  const world: { hearing: number | null; nowMs: number; asked: number; answer: ReturnType<typeof caller> | null } = {
    hearing: 1,
    nowMs: 1_000_000,
    asked: 0,
    answer: caller("s"),
  };
  const cache = createCallerCache({ hearing: () => world.hearing, now: () => world.nowMs });
  const look = () => {
    world.asked += 1;
    return Promise.resolve(world.answer);
  };
  return { world, cache, look };
}

describe("remembering whom a token belongs to", () => {
  test("[AUTH-7] for two seconds the store is asked once", async () => {
    const { world, cache, look } = start();
    expect(await cache.find("s", look)).toEqual(caller("s"));
    world.nowMs += 1999;
    expect(await cache.find("s", look)).toEqual(caller("s"));
    expect(world.asked).toBe(1);
    world.nowMs += 1;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
  });

  test("[AUTH-7] an unknown token is asked for every time", async () => {
    const { world, cache, look } = start();
    world.answer = null;
    await cache.find("s", look);
    world.answer = caller("s");
    expect(await cache.find("s", look)).toEqual(caller("s"));
  });

  test("[AUTH-7] a session that was logged out is forgotten at once, the person's others are not", async () => {
    const { world, cache, look } = start();
    await cache.find("s", look);
    world.answer = caller("other");
    await cache.find("other", look);
    cache.forgetSession("s");
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
    expect(await cache.find("other", look)).toEqual(caller("other"));
  });

  test("[AUTH-7] a person whose sign-ins were ended is forgotten on all devices at once", async () => {
    const { world, cache, look } = start();
    await cache.find("s", look);
    await cache.find("other", look);
    cache.forgetPerson(7);
    world.answer = null;
    expect([await cache.find("s", look), await cache.find("other", look)]).toEqual([null, null]);
  });

  test("[AUTH-7] nothing is remembered while nobody hears of ended sign-ins, nor anything of before", async () => {
    const { world, cache, look } = start();
    await cache.find("s", look);
    world.hearing = null;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
    world.answer = caller("s");
    await cache.find("s", look);
    world.hearing = 2;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
  });

  test("[AUTH-7] an answer that was on its way while the sign-in ended is not remembered", async () => {
    const { world, cache, look } = start();
    const gate = Promise.withResolvers<ReturnType<typeof caller> | null>();
    const late = cache.find("s", () => gate.promise);
    cache.forgetPerson(7);
    gate.resolve(caller("s"));
    await late;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
  });

  test("[AUTH-7] a clock that jumps back keeps nothing alive", async () => {
    const { world, cache, look } = start();
    await cache.find("s", look);
    world.nowMs -= 60_000;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
  });

  test("[AUTH-7] calls at the same moment share one look at the store, and its failure", async () => {
    const { world, cache, look } = start();
    const calls = Array.from({ length: 500 }, () => cache.find("s", look));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([caller("s")]));
    expect(world.asked).toBe(1);
    world.nowMs += 2000;
    const away = () => {
      world.asked += 1;
      return Promise.reject(new Error("away"));
    };
    const failing = [cache.find("s", away), cache.find("s", away)];
    for (const call of failing) await expect(call).rejects.toThrow("away");
    expect(world.asked).toBe(2);
    expect(await cache.find("s", look)).toEqual(caller("s"));
  });

  test.each([
    ["logged out", (cache: CallerCache) => cache.forgetSession("s")],
    ["was disabled", (cache: CallerCache) => cache.forgetPerson(7)],
  ])("[AUTH-7] a call after somebody %s shares no look from before", async (_name, end) => {
    const { world, cache, look } = start();
    const gate = Promise.withResolvers<ReturnType<typeof caller> | null>();
    const before = cache.find("s", () => gate.promise);
    end(cache);
    world.answer = null;
    const after = cache.find("s", look);
    gate.resolve(caller("s"));
    expect([await before, await after]).toEqual([caller("s"), null]);
    expect(await cache.find("s", look)).toBeNull();
  });

  test("[AUTH-7] a look that hangs is shared for two seconds, and not at all while nobody hears of ended sign-ins", async () => {
    const { world, cache, look } = start();
    const gate = Promise.withResolvers<ReturnType<typeof caller> | null>();
    const hanging = cache.find("s", () => gate.promise);
    world.nowMs += 2000;
    world.answer = null;
    expect(await cache.find("s", look)).toBeNull();
    gate.resolve(null);
    await hanging;
    world.hearing = null;
    world.asked = 0;
    await Promise.all([cache.find("s", look), cache.find("s", look)]);
    expect(world.asked).toBe(2);
  });

  test("[AUTH-7] a session is known from its first good look until it ends, however long nobody asks", async () => {
    const { world, cache, look } = start();
    expect(cache.knows("s")).toBe(false);
    await cache.find("s", look);
    world.nowMs += 3_600_000;
    expect(cache.knows("s")).toBe(true);
    cache.forgetSession("s");
    expect(cache.knows("s")).toBe(false);
    world.hearing = null;
    await cache.find("s", look);
    expect(cache.knows("s")).toBe(true);
    world.answer = null;
    await cache.find("s", look);
    expect(cache.knows("s")).toBe(false);
  });

  test("[AUTH-7] at most 20,000 sessions are known; the one asked for longest ago goes", async () => {
    const { cache, look } = start();
    for (let n = 0; n < 20_001; n += 1) await cache.find(`s${n}`, look);
    expect([cache.knows("s0"), cache.knows("s1"), cache.knows("s20000")]).toEqual([false, true, true]);
  });
});
