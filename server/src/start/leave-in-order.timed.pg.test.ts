import { expect, test } from "vitest";
import { medianOfThree, onThisMachine } from "@cuplaj/protocol/testing/calibration.ts";
import { startStopwatch } from "@cuplaj/protocol/testing/stopwatch.ts";
import { beginRequest, openSocket } from "../testing/leaving.ts";
import { startRedis } from "../testing/redis.ts";
import { initialisedFolder, startServerProcess } from "../testing/server-process.ts";

async function leave(settings: Record<string, string>, sockets = 0): Promise<number> {
  const server = await startServerProcess({ DATA_DIR: initialisedFolder("empty"), DEMO: "0", ...settings });
  for (let opened = 0; opened < sockets; opened += 1) await openSocket(server.url);
  await beginRequest(server.url, JSON.stringify({ username: "ana", password: "demo" }));
  const elapsedMs = startStopwatch();
  server.signal("SIGTERM");
  server.signal("SIGTERM");
  expect((await server.ended).exitCode).toBe(0);
  return elapsedMs();
}

test("[RUN-5][RUN-5b] with other processes a process with sockets and an endless request exits within 15 s", async (context) => {
  const { url: REDIS_URL } = await startRedis(context);
  expect(await medianOfThree(() => leave({ REDIS_URL }, 5))).toBeLessThan(onThisMachine(15_000));
});

test("[RUN-5b] an endless request delays a single process by at most 15 s", async () => {
  expect(await medianOfThree(() => leave({}))).toBeLessThan(onThisMachine(15_000));
});
