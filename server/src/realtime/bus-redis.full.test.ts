import { expect, test } from "vitest";
import { startProcess, until } from "../testing/realtime/bus-process.ts";
import { linkTo, startRedis } from "../testing/redis.ts";

test("[LIM-2c] silent connections are replaced, however much is queued", async (context) => {
  const link = await linkTo(await startRedis(context));
  const { cluster, received, beat } = await startProcess(link.url);
  await until(() => received().length === 1);
  link.fallSilent();
  beat(3);
  expect(cluster.isReady()).toBe(false);
  // Anything that arrives comes over new connections; a beat sent between the two replacements is lost.
  await until(() => {
    beat();
    return cluster.isReady();
  });
});
