import { createClient } from "@redis/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectRedisBus } from "./bus-redis.ts";
import type { Bus } from "./bus.ts";
import { createBusSeal } from "./bus-seal.ts";
import type { RealtimeLog } from "./realtime-options.ts";
import { systemClock } from "../kernel/clock.ts";
import { admittingApp, silentLog } from "../testing/realtime/core.ts";
import { startProcess, until } from "../testing/realtime/bus-process.ts";
import { type LiveServer, startLiveServer } from "../testing/realtime/live-server.ts";
import { freePort, startRedis } from "../testing/redis.ts";

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

async function startBus(url: string, log: RealtimeLog = silentLog) {
  let nowMs = 1_700_000_000_000;
  const clock = { ...systemClock, steadyMs: () => nowMs };
  const bus = await connectRedisBus({ url, channel: "realtime-test", secret: "bus", clock, log });
  onTestFinished(() => bus.close());
  const received: number[] = [];
  bus.subscribe(({ number }) => received.push(number));
  return {
    bus,
    publish: (number: number) => bus.publish({ node: "here", number, message: { kind: "alive" } }),
    received: () => received,
    wait: (ms: number) => void (nowMs += ms),
  };
}

describe("the Redis bus", () => {
  test("[LIM-2a] carries events, presence, counts and revocations between two servers", async (context) => {
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

  test("[LIM-2a] after an outage of Redis, lost messages are noticed, and their effects restored", async (context) => {
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

  test("[RUN-8a] a Redis that hangs with open connections counts as down, gets only beats, and is back when it resumes", async (context) => {
    const redis = await startRedis(context);
    const { cluster, received, beat } = await startProcess(redis.url);
    beat();
    await until(() => received().length === 2);
    redis.hang(true);
    beat(2);
    expect(cluster.isReady()).toBe(true);
    beat();
    expect(cluster.isReady()).toBe(false);
    cluster.publish({ kind: "unsubscribe", appId: "7", userId: "1", channel: "presence-room" });
    beat();
    redis.hang(false);
    await until(() => cluster.isReady());
    cluster.publish({ kind: "handshake", address: "a" });
    await until(() => received().includes("handshake"));
    expect(received()).toEqual(["ask-roster", "alive", "alive", "alive", "alive", "alive", "handshake"]);
  });

  test("[RUN-8a] a Redis that returns our messages is ready, however idle it was", async (context) => {
    const redis = await startRedis(context);
    const { cluster, received, beat } = await startProcess(redis.url);
    for (let beats = 1; beats <= 5; beats += 1) {
      beat();
      await until(() => received().length === beats + 1);
      expect(cluster.isReady()).toBe(true);
    }
  });

  test("[RUN-5] closing does not wait for a hanging Redis", async (context) => {
    const redis = await startRedis(context);
    const { bus, publish } = await startBus(redis.url);
    redis.hang(true);
    publish(1);
    await bus.close();
    expect(bus.isReady()).toBe(false);
  });

  test("[SEC-10] foreign messages on the channel reach nobody, and are logged once a minute", async (context) => {
    const { url } = await startRedis(context);
    const lines: object[] = [];
    const { bus, publish, received, wait } = await startBus(url, {
      ...silentLog,
      error: (fields) => void lines.push(fields),
    });
    const stranger = createClient({ url });
    await stranger.connect();
    onTestFinished(() => stranger.destroy());
    const forged = JSON.stringify({ node: "there", number: 7, message: { kind: "alive" } });
    const write = (text: string) => stranger.publish("realtime-test", text);
    for (const text of [forged, createBusSeal("another").seal(forged), "", "x"]) await write(text);
    publish(1);
    await until(() => received().length === 1);
    expect([received(), lines]).toEqual([[1], [{ count: 1 }]]);
    wait(60_000);
    await write(forged);
    publish(2);
    await until(() => received().length === 2);
    expect([received(), lines]).toEqual([
      [1, 2],
      [{ count: 1 }, { count: 4 }],
    ]);
    expect(bus.isReady()).toBe(true);
  });

  test("[LIM-2a] an address without a Redis aborts startup with one sentence", async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    await expect(
      connectRedisBus({ url, channel: "x", secret: "x", clock: systemClock, log: silentLog }),
    ).rejects.toThrow(/^Redis cannot be reached: /);
  });
});
