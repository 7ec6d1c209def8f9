import { describe, expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";

/** Work that ends when it is told to. */
function held(): { work: () => Promise<string>; finish: (value: string) => void; hasStarted: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<string>();
  let started = false;
  return {
    work: () => {
      started = true;
      return promise;
    },
    finish: resolve,
    hasStarted: () => started,
  };
}

describe("the hash queue", () => {
  test("[AUTH-2] runs two checks at a time, the others in the order they came", async () => {
    const queue = createHashQueue();
    const works = [held(), held(), held(), held()];
    const results = works.map(({ work }) => queue.run(work));
    expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false, false]);
    works[1]?.finish("b");
    expect(await results[1]).toBe("b");
    await Promise.resolve();
    expect(works.map(({ hasStarted }) => hasStarted())).toEqual([true, true, true, false]);
    for (const { finish } of works) finish("x");
    const values: unknown[] = [];
    for (const result of results) values.push(await result);
    expect(values).toEqual(["x", "b", "x", "x"]);
  });

  test("[AUTH-2] a check that fails gives its place on", async () => {
    const queue = createHashQueue();
    const failing = [1, 2, 3].map(() => queue.run(() => Promise.reject(new Error("no"))));
    for (const check of failing) await expect(check).rejects.toThrow("no");
    expect(await queue.run(() => Promise.resolve("fine"))).toBe("fine");
  });

  test("[AUTH-2] turns away what is too much, and takes again when there is room", async () => {
    const queue = createHashQueue();
    const works = Array.from({ length: 202 }, held);
    const results = works.map(({ work }) => queue.run(work));
    expect(results.every((result) => result !== null)).toBe(true);
    expect(queue.run(() => Promise.resolve("late"))).toBeNull();
    for (const { finish } of works) finish("x");
    for (const result of results) await result;
    expect(await queue.run(() => Promise.resolve("early"))).toBe("early");
  });
});
