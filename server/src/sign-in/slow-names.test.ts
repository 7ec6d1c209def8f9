import { describe, expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createSlowNames } from "./slow-names.ts";

function start() {
  const clock = new FakeClock();
  const startMs = clock.now();
  const slowNames = createSlowNames(clock);
  const turns: string[] = [];
  const sentAway: Record<string, number> = {};
  const come = (address: string, isKnown = false, name = "ana"): void => {
    const work = () => Promise.resolve(turns.push(`${(clock.now() - startMs) / 1000} ${address}`));
    void slowNames.run(name, { address, isKnown }, work).then((turn) => {
      if ("retryAfterMs" in turn) sentAway[address] = turn.retryAfterMs / 1000;
    });
  };
  const pass = async (seconds: number): Promise<void> => {
    await endOfTick();
    for (let n = 0; n < seconds; n += 1) {
      clock.advance(1000);
      await endOfTick();
    }
  };
  return { clock, slowNames, turns, sentAway, come, pass };
}

describe("tries of a slow name", () => {
  test("[SEC-3f] run one a second, alternating between newest and oldest; other names are not slowed", async () => {
    const { come, pass, turns, clock } = start();
    for (const address of ["a", "b", "c", "e"]) come(address);
    come("d", false, "mihai");
    await pass(0);
    expect(turns).toEqual(["0 a", "0 d"]);
    clock.advance(999);
    await pass(0);
    expect(turns).toHaveLength(2);
    clock.advance(1);
    await pass(5);
    expect(turns.slice(2)).toEqual(["1 e", "2 b", "3 c"]);
    expect(clock.timerCount).toBe(0);
    come("f");
    await pass(0);
    expect(turns.at(-1)).toBe("6 f");
  });

  test("[SEC-3e] the next one waits for a try that takes longer than a second, even if it fails", async () => {
    const { slowNames, come, pass, turns } = start();
    const { promise, reject } = Promise.withResolvers<never>();
    const failing = slowNames.run("ana", { address: "a", isKnown: false }, () => promise);
    come("b");
    await pass(3);
    expect(turns).toEqual([]);
    reject(new Error("away"));
    await expect(failing).rejects.toThrow("away");
    await pass(0);
    expect(turns).toEqual(["3 b"]);
  });

  test("[SEC-3f] addresses that have signed in before go first, and strangers cannot fill their queue", async () => {
    const { come, pass, turns, sentAway } = start();
    come("first");
    for (let n = 1; n <= 6; n += 1) come(`stranger${n}`);
    come("home", true);
    await pass(2);
    expect(sentAway).toEqual({ stranger4: 4 });
    expect(turns).toEqual(["0 first", "1 home", "2 stranger6"]);
  });

  test("[SEC-3e] five known addresses and five others are held, and the rest are told when to retry", async () => {
    const { come, pass, sentAway } = start();
    come("first");
    for (let n = 1; n <= 6; n += 1) come(`home${n}`, true);
    for (let n = 1; n <= 7; n += 1) come(`stranger${n}`);
    await pass(0);
    expect(sentAway).toEqual({ home6: 6, stranger4: 10, stranger5: 11 });
  });

  test("[SEC-3e] no try is held for more than five turns", async () => {
    const { come, pass, turns, sentAway } = start();
    come("first");
    come("stranger");
    for (let n = 1; n <= 6; n += 1) {
      come(`home${n}`, true);
      await pass(1);
    }
    expect(turns).toHaveLength(7);
    expect(sentAway).toEqual({ stranger: 1 });
  });

  test("[SEC-3f] an address that asks again replaces its own try", async () => {
    const { come, pass, turns, sentAway } = start();
    for (const address of ["first", "a", "b", "a", "a"]) come(address);
    await pass(4);
    expect(turns).toEqual(["0 first", "1 b", "2 a"]);
    expect(sentAway).toEqual({ a: 1 });
  });

  test("[SEC-3f] six hundred persistent strangers delay one more by two turns", async () => {
    const { come, pass, turns } = start();
    const attack = (): void => {
      for (let n = 1; n <= 600; n += 1) come(`attacker${n}`);
    };
    attack();
    attack();
    for (let second = 1; second <= 10; second += 1) {
      await pass(1);
      attack();
    }
    come("honest");
    attack();
    await pass(2);
    expect(turns.filter((turn) => turn.endsWith("honest"))).toHaveLength(1);
  });

  test("[SEC-3f] among ever new strangers, each waits at most two turns per earlier one", async () => {
    const { come, pass, turns } = start();
    const attack = (from: number, to: number): void => {
      for (let n = from; n <= to; n += 1) come(`attacker${n}`);
    };
    attack(1, 50);
    come("honest");
    for (let second = 1; second <= 102; second += 1) {
      attack(1, 50 + 3 * second);
      await pass(1);
      come("honest");
    }
    expect(turns.find((turn) => turn.endsWith("honest"))).toBe("100 honest");
  });

  test("[SEC-3f] the first request of a thousand addresses is remembered", async () => {
    const { come, pass, sentAway, turns } = start();
    for (let n = 0; n <= 1500; n += 1) come(`a${n}`);
    await pass(0);
    expect(sentAway["a4"]).toBe(4);
    expect(sentAway["a1498"]).toBe(998);
    await pass(6);
    expect(turns.slice(0, 6)).toEqual(["0 a0", "1 a1500", "2 a1", "3 a1499", "4 a2", "5 a3"]);
  });
});
