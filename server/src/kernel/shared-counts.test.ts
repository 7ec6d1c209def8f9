import { expect, onTestFinished, test, type TestContext } from "vitest";
import { endOfTick } from "./clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { addOne, startCounts } from "../testing/counting-process.ts";
import { startRedis } from "../testing/redis.ts";
import { silentLog } from "./log.ts";
import { connectSharedCounts } from "./shared-counts.ts";

async function startBoth(context: TestContext) {
  const redis = await startRedis(context);
  return { redis, ...(await startCounts(redis.url)) };
}

test("[LIM-2a] processes with the same Redis, name and secret count together; another secret has other keys", async (context) => {
  const { redis, add } = await startBoth(context);
  const second = await startCounts(redis.url);
  expect([await add(), await second.add(), await add()]).toEqual([[1], [2], [3]]);
  const clock = new FakeClock();
  const log = { info: () => undefined, warn: () => undefined };
  const other = await connectSharedCounts({ url: redis.url, prefix: "test", secret: "other", clock, log });
  onTestFinished(() => other.close());
  expect(await other.run(addOne, ["n"], [])).toEqual([1]);
});

test("[LIM-2c] calls wait 20 ms for a hanging Redis, and later ones not at all until it responds in time", async (context) => {
  const { redis, clock, warned, add, pass, untilShared } = await startBoth(context);
  expect(await add()).toEqual([1]);
  redis.hang(true);
  const asked = Promise.all([add(), add()]);
  const race = () => Promise.race([asked, endOfTick().then(() => "waits")]);
  await pass(19);
  expect(await race()).toBe("waits");
  await pass(1);
  expect(await race()).toEqual([null, null]);
  for (let n = 0; n < 1000; n += 1) expect(await Promise.race([add(), Promise.resolve("waits")])).toBeNull();
  expect(clock.timerCount).toBe(1);
  // Only one probe runs at a time, and a late response does not count.
  for (let n = 0; n < 10; n += 1) clock.advance(100);
  expect(clock.timerCount).toBe(0);
  redis.hang(false);
  while (clock.timerCount === 0) await endOfTick();
  expect(await add()).toBeNull();
  await untilShared();
  expect(warned).toEqual([{ count: 1, reason: "no answer within 20 ms" }]);
});

test("[LIM-2c] a process that stalled itself does not consider Redis late", async (context) => {
  const { clock, add } = await startBoth(context);
  const asked = add();
  for (let n = 0; n < 3; n += 1) {
    clock.skip(60_000);
    clock.advance(0);
  }
  expect(await asked).toEqual([1]);
  expect(clock.timerCount).toBe(0);
});

test("[LIM-2c] calls do not wait for a dead Redis, and a restarted one counts again", async (context) => {
  const { redis, clock, warned, add, untilShared } = await startBoth(context);
  await add();
  const asked = add();
  await redis.stop();
  expect([[2], null]).toContainEqual(await asked);
  while ((await add()) !== null) await endOfTick();
  expect(await Promise.race([add(), endOfTick().then(() => "waits")])).toBeNull();
  await startRedis(context, Number(new URL(redis.url).port));
  await untilShared();
  expect(clock.timerCount).toBe(0);
  expect(warned).toHaveLength(1);
});

test("[LIM-2c] a command that Redis refuses does not count; the next accepted one does", async (context) => {
  const { counts, warned, clock, add } = await startBoth(context);
  expect(await counts.run("return redis.error_reply('OOM')", ["n"], [])).toBeNull();
  expect([await add(), clock.timerCount]).toEqual([[1], 0]);
  expect(warned).toEqual([{ count: 1, reason: expect.stringContaining("OOM") }]);
});

test("[LIM-2c] an unreachable Redis does not prevent startup", async (context) => {
  const redis = await startRedis(context);
  await redis.stop();
  const clock = new FakeClock();
  const connecting = connectSharedCounts({
    url: redis.url,
    prefix: "test",
    secret: "secret",
    clock,
    log: silentLog,
  });
  clock.advance(1000);
  const counts = await connecting;
  expect(await counts.run(addOne, ["n"], [])).toBeNull();
  counts.close();
});
