import { expect, test } from "vitest";
import { createQueue } from "./store.ts";

test("[PERF-12] work and everything it queues are published once, even if a part throws", () => {
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

test("[PERF-12] work queued while publishing runs afterwards, and is published too", () => {
  const done: string[] = [];
  const queue = createQueue(() => {
    done.push("told");
    if (done.length === 2) queue(() => done.push("second"));
  });
  queue(() => done.push("first"));
  expect(done).toEqual(["first", "told", "second", "told"]);
});
