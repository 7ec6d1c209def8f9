import { describe, expect, test } from "vitest";
import { HashQueue } from "./hash-queue.ts";

type Standing = Partial<Record<"isKnown" | "hasFailed", boolean>>;

const applicantOf = (address: string, standing: Standing = {}) => ({
  address,
  isKnown: false,
  hasFailed: false,
  ...standing,
});

function start() {
  const queue = new HashQueue();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    queue,
    started,
    add: (address: string, name: string, standing: Standing = {}): boolean => {
      const { promise, resolve } = Promise.withResolvers<string>();
      ends.set(name, () => resolve(name));
      const work = () => {
        started.push(name);
        return promise;
      };
      return queue.run(applicantOf(address, standing), work) !== null;
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
    },
  };
}

const check = (queue: HashQueue, address: string) => queue.run(applicantOf(address), () => Promise.resolve("fine"));

describe("the hash queue", () => {
  test("[AUTH-2c] runs two checks at a time, in order of arrival, one per address", async () => {
    const { add, end, started } = start();
    for (const name of ["a", "b", "c", "d"]) add(name, name);
    expect(started).toEqual(["a", "b"]);
    await end("b");
    expect(started).toEqual(["a", "b", "c"]);
    await end("a");
    expect(started).toEqual(["a", "b", "c", "d"]);
  });

  test("[SEC-3a] an address has one check running and four queued; one more is refused", async () => {
    const { queue, add, end, started } = start();
    for (let n = 1; n <= 5; n += 1) expect(add("a", `a${n}`)).toBe(true);
    expect(add("a", "a6")).toBe(false);
    expect(started).toEqual(["a1"]);
    expect(await check(queue, "b")).toBe("fine");
    await end("a1");
    expect(started).toEqual(["a1", "a2"]);
    expect([add("a", "a6"), add("a", "a7")]).toEqual([true, false]);
  });

  test("[SEC-3c] addresses take turns, however much each has queued", async () => {
    const { add, end, started } = start();
    for (let n = 1; n <= 4; n += 1) add("a", `a${n}`);
    for (let n = 1; n <= 3; n += 1) add("b", `b${n}`);
    add("c", "c1");
    expect(started).toEqual(["a1", "b1"]);
    for (const name of ["b1", "a1"]) await end(name);
    expect(started.slice(2)).toEqual(["b2", "a2"]);
    // Address c is next, since a and b have had turns since it was queued.
    for (const name of ["b2", "c1", "a2", "b3", "a3"]) await end(name);
    expect(started.slice(4)).toEqual(["c1", "b3", "a3", "a4"]);
  });

  test("[AUTH-2c] a check that fails makes room for the next", async () => {
    const queue = new HashQueue();
    const failing = ["a", "b", "c", "a"].map((address) =>
      queue.run(applicantOf(address), () => Promise.reject(new Error("no"))),
    );
    for (const failed of failing) await expect(failed).rejects.toThrow("no");
    expect(await check(queue, "a")).toBe("fine");
  });

  test("[SEC-3a] two hundred addresses queue; one more is refused, until there is room", async () => {
    const { queue, add, end } = start();
    for (let n = 1; n <= 202; n += 1) expect(add(`a${n}`, `a${n}`)).toBe(true);
    expect(check(queue, "late")).toBeNull();
    // Addresses that are already waiting may add to their own queue.
    expect(add("a202", "second")).toBe(true);
    await end("a1");
    expect(add("late", "late")).toBe(true);
  });

  test("[SEC-3c] addresses that failed recently go last; known ones have every second turn", async () => {
    const { add, end, started } = start();
    for (let n = 1; n <= 202; n += 1) add(`bad${n}`, `bad${n}`, { hasFailed: true });
    expect(add("bad203", "bad203", { hasFailed: true })).toBe(false);
    expect([add("new1", "new1"), add("new2", "new2")]).toEqual([true, true]);
    for (let n = 1; n <= 4; n += 1) expect(add(`home${n}`, `home${n}`, { isKnown: true, hasFailed: n > 2 })).toBe(true);
    for (const name of ["bad1", "home1", "new1", "home2", "new2", "home3", "bad3", "home4"]) await end(name);
    expect(started.slice(2)).toEqual(["home1", "new1", "home2", "new2", "home3", "bad3", "home4", "bad4"]);
  });

  test("[SEC-3c] a crowd at an address unknown to the name takes no turns from known ones", async () => {
    const { add, end, started } = start();
    for (let n = 1; n <= 6; n += 1) add("office", `guess${n}`, { hasFailed: true });
    expect(add("office", "owner", { isKnown: true, hasFailed: true })).toBe(true);
    await end("guess1");
    expect(started).toEqual(["guess1", "owner"]);
  });
});
