import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { createClient } from "@redis/client";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { silentLog } from "./log.ts";
import type { Person } from "./testing/people.ts";
import { openRawSocket, type RawSocket, type ReceivedFrame } from "./testing/raw-socket.ts";
import { startRedis } from "./testing/redis.ts";
import { until } from "./testing/server-process.ts";
import { startTestApi, testEpoch } from "./testing/test-api.ts";
import { createBusSeal } from "./realtime/bus-seal.ts";
import { signChannel } from "./realtime/channel-auth.ts";
import type { ChannelData } from "./realtime/realtime-server.ts";
import { type StartedRealtime, startRealtime } from "./wire-realtime.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, radu } = people;
const channel = "presence-oferta.10001";
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
beforeEach(async () => {
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
});

type Identity = Parameters<StartedRealtime["connection"]["sign"]>[2];
const identityOf = ({ id, name }: Person): Identity => ({
  user_id: String(id),
  user_info: { id, name, customer: id === ana.id, erp: id === radu.id, agent: false },
});

interface TestProcess extends StartedRealtime {
  readonly connect: () => Promise<RawSocket>;
  readonly isPresent: (person: Person) => boolean;
}

/** The live server of a process, as the composition root starts it, with a socket of each person in the room's channel. */
async function startProcess(settings: Record<string, string> = {}): Promise<TestProcess> {
  const config = readConfig(settings, tmpdir());
  const security = { note: () => undefined };
  const started = await startRealtime({
    config,
    storage: { database, pool },
    clock: systemClock,
    log: silentLog,
    security,
    origins: [],
    epoch: testEpoch,
  });
  const { live, connection } = started;
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  http.on("upgrade", (request, socket, head) => live.realtime.handleUpgrade(request, socket, head));
  onTestFinished(async () => {
    await started.tail.stop();
    await live.realtime.close();
    http.close();
  });
  const connect = (): Promise<RawSocket> =>
    openRawSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/app/${live.app.key}`);
  for (const person of [ana, radu]) {
    const socket = await connect();
    connection.bind(socket.socketId, String(person.id), `session of ${person.name}`);
    subscribe(socket, connection.sign(socket.socketId, channel, identityOf(person)));
    await socket.frame(isSubscribed);
  }
  const isPresent = ({ id }: Person): boolean => connection.holders(channel).includes(id);
  return { ...started, connect, isPresent };
}

const subscribe = (socket: RawSocket, signature: object | null): void =>
  socket.send("pusher:subscribe", { channel, ...signature });
const isSubscribed = ({ event }: ReceivedFrame): boolean => event === "pusher_internal:subscription_succeeded";
/** As another process does it that this one does not hear. */
const leaveElsewhere = () => call(radu, "POST", `/api/v1/leave/${room}`);

test("[ROOM-6] a process that Redis is away from finds out who left its rooms by another", async (context) => {
  const redis = await startRedis(context);
  const { live, isPresent } = await startProcess({ REDIS_URL: redis.url });
  await redis.stop();
  await until(() => (live.realtime.isBusReady() ? undefined : true));
  expect((await leaveElsewhere()).status).toBe(200);
  await until(() => (isPresent(radu) ? undefined : true));
  expect(isPresent(ana)).toBe(true);
});

test.for([
  ["of another version", (alive: string) => alive],
  ["with another secret", (alive: string) => createBusSeal("another").seal(alive)],
] as const)(
  "[ROOM-6] [LIM-2] beside a process %s it finds out who left its rooms by that one",
  async ([_which, say], context) => {
    const redis = await startRedis(context);
    const { live, isPresent } = await startProcess({ REDIS_URL: redis.url });
    const other = createClient({ url: redis.url });
    await other.connect();
    onTestFinished(() => other.destroy());
    const alive = JSON.stringify({ node: "other", number: 1, message: { kind: "alive" } });
    await other.publish(`cuplaj.${live.app.id}`, say(alive));
    await leaveElsewhere();
    const left = performance.now();
    await until(() => (isPresent(radu) ? undefined : true));
    expect(performance.now() - left).toBeLessThan(2000);
    expect([isPresent(ana), live.realtime.isBusReady()]).toEqual([true, true]);
  },
);

test("[ROOM-6] whoever comes in by a signature from before their leave is put out, with all their sockets", async () => {
  const { live, connection, connect, isPresent } = await startProcess();
  const socket = await connect();
  const signature = connection.sign(socket.socketId, channel, identityOf(radu));
  await leaveElsewhere();
  expect(isPresent(radu)).toBe(true);
  subscribe(socket, signature);
  await socket.frame(isSubscribed);
  await until(() => (isPresent(radu) ? undefined : true));
  live.realtime.broadcast(live.app.id, { channels: [channel], event: "secret", data: {} });
  subscribe(socket, signature);
  await socket.frame(({ event }) => event === "pusher:subscription_error");
  expect(socket.frames.map(({ event }) => event)).not.toContain("secret");
});

/** A socket on a channel that a program of the operator's signed, which knows the application's secret and nobody's session. */
async function connectForeign({ live, connect }: TestProcess, name: string, data?: ChannelData): Promise<RawSocket> {
  const socket = await connect();
  const signed = signChannel(live.app, socket.socketId, name, data);
  if (signed.kind === "malformed") throw new Error("it cannot be signed");
  const { kind: _kind, ...signature } = signed;
  socket.send("pusher:subscribe", { channel: name, ...signature });
  await socket.frame(isSubscribed);
  return socket;
}

test("[ROOM-6] whom other programs let in under ids of their own keeps nobody from being put out", async () => {
  const started = await startProcess();
  const { connection, connect, isPresent } = started;
  await connectForeign(started, channel, { user_id: "erp-worker", user_info: {} });
  const socket = await connect();
  const signature = connection.sign(socket.socketId, channel, identityOf(radu));
  await leaveElsewhere();
  subscribe(socket, signature);
  await until(() => (isPresent(radu) ? undefined : true));
  expect(isPresent(ana)).toBe(true);
});
