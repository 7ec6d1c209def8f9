import { expect, test } from "vitest";
import { createQueue } from "./store.ts";

test("[PERF-12] a work and all that it adds are told as one, also where one of them throws", () => {
  const done: string[] = [];
  const queue = createQueue(() => done.push("told"));
  const begin = () => {
    done.push("first");
    queue(() => done.push("second"));
    queue(() => {
      throw new Error("third");
    });
    queue(() => done.push("fourth"));
  };
  expect(() => queue(begin)).toThrow("third");
  expect(done).toEqual(["first", "second", "fourth", "told"]);
});

test("[PERF-12] what the telling adds runs after it, and is told too", () => {
  const done: string[] = [];
  const queue = createQueue(() => {
    done.push("told");
    if (done.length === 2) queue(() => done.push("second"));
  });
  queue(() => done.push("first"));
  expect(done).toEqual(["first", "told", "second", "told"]);
});
