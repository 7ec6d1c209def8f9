import { describe, expect, test } from "vitest";
import { DatabaseHangs } from "../storage/database-away.ts";
import { createRoomQueue } from "./room-queue.ts";

describe("the room queue", () => {
  test("[MSG-5] a room's work runs serially, that of different rooms in parallel", async () => {
    const queue = createRoomQueue();
    const log: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = queue.run(1, async () => {
      log.push("1a starts");
      await gate.promise;
      log.push("1a ends");
    });
    const second = queue.run(1, async () => log.push("1b"));
    await queue.run(2, async () => log.push("2a"));
    expect(log).toEqual(["1a starts", "2a"]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(log).toEqual(["1a starts", "2a", "1a ends", "1b"]);
  });

  test("[MSG-5] failing work fails only itself", async () => {
    const queue = createRoomQueue();
    const failing = queue.run(1, () => Promise.reject(new Error("no")));
    const next = queue.run(1, () => Promise.resolve("next"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });

  test("[ERR-5] work queued behind a database failure is rejected at once; later work tries again", async () => {
    const queue = createRoomQueue();
    const gate = Promise.withResolvers<void>();
    let started = 0;
    const work = () => Promise.resolve((started += 1));
    const failing = queue.run(1, () => gate.promise);
    const waiting = [queue.run(1, work), queue.run(1, work)];
    gate.reject(new DatabaseHangs());
    for (const each of [failing, ...waiting]) await expect(each).rejects.toThrow(DatabaseHangs);
    expect(started).toBe(0);
    expect(await queue.run(1, work)).toBe(1);
  });
});
