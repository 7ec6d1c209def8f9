import { describe, expect, test } from "vitest";
import { createRoomQueue } from "./room-queue.ts";

describe("the room queue", () => {
  test("[MSG-5] one room's work is done one after the other, another room's at the same time", async () => {
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

  test("[MSG-5] work that fails fails alone", async () => {
    const queue = createRoomQueue();
    const failing = queue.run(1, () => Promise.reject(new Error("no")));
    const next = queue.run(1, () => Promise.resolve("next"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
  });
});
