import { createClient } from "@redis/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectRedisBus } from "./bus-redis.ts";
import type { Bus, BusMessage } from "./bus.ts";
import { createBusSeal } from "./bus-seal.ts";
import type { RealtimeLog } from "./realtime-options.ts";
import { systemClock } from "../kernel/clock.ts";
import { admittingApp, silentLog } from "../testing/realtime/core.ts";
import { type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";
import { freePort, linkTo, startRedis } from "../testing/redis.ts";

async function startServer(url: string): Promise<LiveServer & { bus: Bus }> {
  const bus = await connectRedisBus({
    url,
    channel: "realtime-test",
    secret: "bus",
    clock: systemClock,
    log: silentLog,
  });
  const server = await startLiveServer({ bus, apps: [admittingApp] });
  onTestFinished(server.stop);
  return { ...server, bus };
}

/** A bus on its own, with a clock that is pushed forward, and what it hears of its own words. */
async function startBus(url: string, log: RealtimeLog = silentLog) {
  let nowMs = 1_700_000_000_000;
  const clock = { ...systemClock, now: () => nowMs };
  const bus = await connectRedisBus({ url, channel: "realtime-test", secret: "bus", clock, log });
  onTestFinished(() => bus.close());
  const heard: number[] = [];
  bus.subscribe(({ number }) => heard.push(number));
  return {
    bus,
    say: (number: number, message: BusMessage = { kind: "alive" }) => bus.publish({ node: "here", number, message }),
    heard: () => heard,
    wait: (ms: number) => void (nowMs += ms),
  };
}

/** Repeats a question until the answer is yes; the test's own time limit ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe("the Redis bus", () => {
  test("[LIM-2] carries events, presence, counts and revocations between two servers", async (context) => {
    const { url } = await startRedis(context);
    const [first, second] = await Promise.all([startServer(url), startServer(url)]);
    const [here, there] = await Promise.all([first.connect(), second.connect()]);
    await here.subscribe("presence-room", { user_id: "1", user_info: { name: "Ana" } });
    await until(() => second.realtime.members("7", "presence-room").length === 1);
    const joined = await there.subscribe("presence-room", { user_id: "2", user_info: { name: "Radu" } });
    expect(joined.data).toMatchObject({ presence: { ids: ["1", "2"], count: 2 } });
    expect((await here.next("pusher_internal:member_added")).data).toMatchObject({ user_id: "2" });
    await until(() => first.realtime.occupancy("7", "presence-room").subscriptions === 2);
    expect(second.realtime.occupancy("7", "presence-room")).toEqual({ subscriptions: 2, users: 2 });
    for (let n = 0; n < 200; n += 1) {
      first.realtime.broadcast("7", { channels: ["presence-room"], event: "e", data: { n } });
    }
    for (let n = 0; n < 200; n += 1) expect((await there.next("e")).data).toEqual({ n });
    await there.subscribe("private-user.2", { user_id: "2", session: "s2" });
    first.realtime.terminateUser("7", "2");
    expect(await there.closed).toBe(4009);
    expect((await here.next("pusher_internal:member_removed")).data).toEqual({ user_id: "2" });
  });

  test("[LIM-2] after Redis was away, what was missed is noticed and repaired", async (context) => {
    const redis = await startRedis(context);
    const [first, second] = await Promise.all([startServer(redis.url), startServer(redis.url)]);
    const [here, there] = await Promise.all([first.connect(), second.connect()]);
    await there.subscribe("presence-room", { user_id: "2" });
    await until(() => first.realtime.members("7", "presence-room").length === 1);
    await redis.stop();
    await until(() => !first.realtime.isBusReady() && !second.realtime.isBusReady());
    await here.subscribe("presence-room", { user_id: "1" });
    first.realtime.broadcast("7", { channels: ["presence-room"], event: "e", data: {} });
    expect((await here.next("e")).data).toEqual({});
    await startRedis(context, Number(new URL(redis.url).port));
    await until(() => first.realtime.isBusReady() && second.realtime.isBusReady());
    await until(() => second.realtime.members("7", "presence-room").length === 2);
    expect(second.realtime.metrics().busGaps).toBeGreaterThan(0);
  });

  test("[RUN-8] a Redis that hangs with its connections open is away, is told nothing, and is there again when it goes on", async (context) => {
    const redis = await startRedis(context);
    const { bus, say, heard, wait } = await startBus(redis.url);
    say(1);
    await until(() => heard().length === 1);
    wait(60_000);
    expect(bus.isReady()).toBe(true);
    redis.hang(true);
    say(2);
    wait(2000);
    say(3);
    expect(bus.isReady()).toBe(true);
    wait(1);
    expect(bus.isReady()).toBe(false);
    // It would be told when it no longer holds.
    say(4, { kind: "unsubscribe", appId: "7", userId: "1", channel: "presence-room" });
    redis.hang(false);
    await until(() => heard().length === 3);
    say(5);
    await until(() => heard().length === 4);
    expect([heard(), bus.isReady()]).toEqual([[1, 2, 3, 5], true]);
  });

  test("[LIM-2] a process that stood still itself does not take Redis for one that hangs", async (context) => {
    const redis = await startRedis(context);
    const { bus, say, heard, wait } = await startBus(redis.url);
    redis.hang(true);
    say(1);
    wait(60_000);
    say(2);
    wait(2000);
    say(3);
    expect(bus.isReady()).toBe(true);
    wait(1);
    expect(bus.isReady()).toBe(false);
    redis.hang(false);
    await until(() => heard().length === 3);
  });

  test("[LIM-2] connections on which nothing passes any more are replaced", { timeout: 60_000 }, async (context) => {
    const link = await linkTo(await startRedis(context));
    const { bus, say, heard, wait } = await startBus(link.url);
    say(1);
    await until(() => heard().length === 1);
    link.fallSilent();
    say(2);
    wait(2000);
    say(3);
    wait(1);
    expect(bus.isReady()).toBe(false);
    await until(() => bus.isReady());
    // The connection that publishes may be replaced before the one that listens.
    let number = 3;
    const sayAgain = (): number => {
      say((number += 1));
      return heard().length;
    };
    await expect.poll(sayAgain, { interval: 50, timeout: 30_000 }).toBeGreaterThan(1);
    expect(heard()).not.toEqual(expect.arrayContaining([2]));
    expect(heard()).not.toEqual(expect.arrayContaining([3]));
  });

  test("[LIM-2] what is said right after a dead Redis is back reaches the others", async (context) => {
    const redis = await startRedis(context);
    const { bus, say, heard, wait } = await startBus(redis.url);
    await redis.stop();
    await until(() => !bus.isReady());
    say(1);
    wait(60_000);
    await startRedis(context, Number(new URL(redis.url).port));
    await until(() => bus.isReady());
    say(2, { kind: "unsubscribe", appId: "7", userId: "1", channel: "presence-room" });
    await until(() => heard().length === 1);
    expect(heard()).toEqual([2]);
  });

  test("[RUN-8] a Redis that brings back what it is told is there, however long it had nothing to bring", async (context) => {
    const redis = await startRedis(context);
    const { bus, say, heard, wait } = await startBus(redis.url);
    for (let number = 1; number <= 3; number += 1) {
      say(number);
      wait(1999);
      await until(() => heard().length === number);
      wait(60_000);
      expect(bus.isReady()).toBe(true);
    }
  });

  test("[RUN-5] leaving does not wait for a Redis that hangs", async (context) => {
    const redis = await startRedis(context);
    const { bus, say } = await startBus(redis.url);
    redis.hang(true);
    say(1);
    await bus.close();
    expect(bus.isReady()).toBe(false);
  });

  test("[SEC-10] what somebody else writes to the channel reaches nobody, and is one line of log a minute", async (context) => {
    const { url } = await startRedis(context);
    const lines: object[] = [];
    const { bus, say, heard, wait } = await startBus(url, {
      ...silentLog,
      error: (fields) => void lines.push(fields),
    });
    const stranger = createClient({ url });
    await stranger.connect();
    onTestFinished(() => stranger.destroy());
    const forged = JSON.stringify({ node: "there", number: 7, message: { kind: "alive" } });
    const write = (text: string) => stranger.publish("realtime-test", text);
    for (const text of [forged, createBusSeal("another").seal(forged), "", "x"]) await write(text);
    say(1);
    await until(() => heard().length === 1);
    expect([heard(), lines]).toEqual([[1], [{ count: 1 }]]);
    wait(60_000);
    await write(forged);
    say(2);
    await until(() => heard().length === 2);
    expect([heard(), lines]).toEqual([
      [1, 2],
      [{ count: 1 }, { count: 4 }],
    ]);
    expect(bus.isReady()).toBe(true);
  });

  test("[LIM-2] an address where no Redis is ends the start with a sentence", async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    await expect(
      connectRedisBus({ url, channel: "x", secret: "x", clock: systemClock, log: silentLog }),
    ).rejects.toThrow(/^Redis cannot be reached: /);
  });
});
