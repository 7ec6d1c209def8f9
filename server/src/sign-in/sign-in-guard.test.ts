import { describe, expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import type { SecurityFact } from "../kernel/security-log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createMemoryFailureCounts, uncounted } from "./failure-counts.ts";
import { SignInGuard } from "./sign-in-guard.ts";
import { usualLimits } from "../testing/usual-limits.ts";

const minute = 60_000;

function start({ isLimited = true } = {}) {
  const clock = new FakeClock();
  const noted: SecurityFact[] = [];
  const world = { checked: 0 };
  const guard = new SignInGuard({
    counts: isLimited ? createMemoryFailureCounts(usualLimits.signIn, () => clock.now()) : uncounted,
    security: { note: (_event, fact) => void noted.push(fact) },
    clock,
  });
  const run = async (username: string, address: string, check: () => Promise<"in" | null>) => {
    const outcome = await guard.run({ username, address }, () => {
      world.checked += 1;
      return check();
    });
    return outcome.ok ? (outcome.value ?? "wrong") : (outcome.retryAfterMs ?? 0) / 1000;
  };
  return {
    clock,
    noted,
    world,
    run,
    /** Fails to sign in, and returns "wrong", or the seconds to wait if the limit refuses the try. */
    fail: (username: string, address: string) => run(username, address, () => Promise.resolve(null)),
    enter: (username: string, address: string) => run(username, address, () => Promise.resolve("in")),
    pass: async (ms: number): Promise<void> => {
      await endOfTick();
      clock.advance(ms);
      await endOfTick();
    },
  };
}

describe("one address over many names", () => {
  test("[SEC-3b] after thirty failures in a minute, nothing from there is checked until the first is a minute old", async () => {
    const { clock, fail, enter, noted, world } = start();
    expect(await fail("name0", "a")).toBe("wrong");
    clock.advance(1000);
    for (let n = 1; n < 30; n += 1) expect(await fail(`name${n}`, "a")).toBe("wrong");
    expect([await fail("name30", "a"), await enter("ana", "a"), await enter("ana", "b")]).toEqual([59, 59, "in"]);
    expect(world.checked).toBe(31);
    expect(noted).toContainEqual({ who: null, what: "sign-in-failures-of-address", from: "a" });
    clock.advance(58_999);
    expect(await fail("name30", "a")).toBe(0.001);
    clock.advance(1);
    expect([await fail("name30", "a"), await fail("name31", "a")]).toEqual(["wrong", 1]);
  });

  test("[SEC-3a] however many tries arrive at once, five are accepted and thirty fail", async () => {
    const { fail, noted, world } = start();
    for (let round = 0; round < 20; round += 1) {
      const before = world.checked;
      await Promise.all(Array.from({ length: 260 }, (_, n) => fail(`name${round} ${n}`, "a")));
      expect(world.checked - before).toBeLessThanOrEqual(5);
    }
    expect(world.checked).toBe(30);
    expect(noted).toContainEqual({ who: null, what: "sign-in-queue", from: "a" });
  });

  test("[SEC-3b] successful sign-ins, and tries that the store could not decide, are not failures", async () => {
    const { enter, run, fail } = start();
    for (let n = 0; n < 40; n += 1) expect(await enter("ana", "a")).toBe("in");
    const away = () => Promise.reject(new Error("away"));
    for (let n = 0; n < 40; n += 1) await expect(run("ana", "a", away)).rejects.toThrow("away");
    for (let n = 0; n < 5; n += 1) expect(await fail("ana", "a")).toBe("wrong");
    // Tries beyond an account's limit are not checked; other accounts at the address are unaffected.
    for (let n = 0; n < 40; n += 1) expect(await enter("ana", "a")).toBe(60);
    expect(await enter("mihai", "a")).toBe("in");
  });
});

describe("one name from many addresses", () => {
  const attack = async ({ fail }: ReturnType<typeof start>, name: string): Promise<void> => {
    for (let n = 0; n < 30; n += 1) expect(await fail(name, `attacker${n}`)).toBe("wrong");
  };

  test.each(["ana", "nobody at all"])("[SEC-3e] after thirty failures of %s a try takes a second", async (name) => {
    const world = start();
    const { fail, enter, pass, clock } = world;
    await attack(world, name);
    const tries = [fail(name, "x"), enter(name, "z"), fail(name, "y")].map((trying) =>
      trying.then((result) => `${clock.now() % 100_000} ${result}`),
    );
    await pass(1000);
    await pass(1000);
    expect(await Promise.all(tries)).toEqual(["0 wrong", "2000 in", "1000 wrong"]);
    expect(await enter("mihai", "x")).toBe("in");
  });

  test("[SEC-3e] it stays slow while it is tried, and is fast again a minute after the last failures", async () => {
    const world = start();
    const { fail, enter, pass } = world;
    await attack(world, "ana");
    for (let second = 0; second < 90; second += 1) {
      const tried = fail("ana", `late${second}`);
      await pass(1000);
      expect(await tried).toBe("wrong");
    }
    const [one, two] = [enter("ana", "x"), enter("ana", "y")];
    await pass(0);
    expect(await Promise.race([two, Promise.resolve("waits")])).toBe("waits");
    await pass(1000);
    expect([await one, await two]).toEqual(["in", "in"]);
    await pass(minute);
    expect([await enter("ana", "x"), await enter("ana", "y")]).toEqual(["in", "in"]);
  });

  test("[SEC-3f] known addresses go before all others, in any spelling of the name", async () => {
    const world = start();
    const { fail, enter, pass, noted } = world;
    await enter("Ana", "home");
    await attack(world, "ana");
    const order: string[] = [];
    const crowd = Array.from({ length: 10 }, (_, n) => fail("ana", `x${n}`).then((result) => order.push(`${result}`)));
    const home = enter("ANA", "home").then((result) => order.push(`${result}`));
    for (let second = 0; second < 7; second += 1) await pass(1000);
    await Promise.all([...crowd, home]);
    // Four are refused immediately; one has had its turn, and next is the one from home.
    expect(order.slice(0, 6)).toEqual(["4", "5", "6", "7", "wrong", "in"]);
    expect(noted).toContainEqual({ who: null, what: "sign-in-failures-of-name", from: "x7" });
  });
});

test("[SEC-3c] while hundreds of guessing addresses queue, known and new ones go first", async () => {
  const { fail, enter, run, world } = start();
  await enter("ana", "home");
  for (let n = 0; n < 260; n += 1) await fail(`name${n}`, `bad${n}`);
  const held = Array.from({ length: 2 }, () => Promise.withResolvers<null>());
  for (const [n, { promise }] of held.entries()) void run(`held${n}`, `bad${n}`, () => promise);
  const crowd = Array.from({ length: 258 }, (_, n) => fail(`name${n}`, `bad${n + 2}`));
  const before = world.checked;
  const checkedFirst: number[] = [];
  const check = () => {
    checkedFirst.push(world.checked - before);
    return Promise.resolve("in" as const);
  };
  const honest = [run("ana", "home", check), run("mihai", "new", check)];
  await endOfTick();
  for (const { resolve } of held) resolve(null);
  expect(await Promise.all(honest)).toEqual(["in", "in"]);
  // The two honest sign-ins are checked right after the two checks in progress.
  expect(checkedFirst).toEqual([3, 4]);
  await Promise.all(crowd);
});

test("[LIM-1] without limits only the number of concurrent checks is limited", async () => {
  const { fail, run } = start({ isLimited: false });
  for (let n = 0; n < 100; n += 1) expect(await fail("ana", "a")).toBe("wrong");
  const held = () => new Promise<null>(() => undefined);
  for (let n = 0; n < 5; n += 1) void run("ana", "a", held);
  expect(await fail("ana", "a")).toBe(2);
});
