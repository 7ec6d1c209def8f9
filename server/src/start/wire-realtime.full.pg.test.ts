import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { createClient } from "@redis/client";
import pg from "pg";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { readConfig } from "../settings/config.ts";
import { silentLog } from "../kernel/log.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import type { Person } from "../testing/people.ts";
import { openRawSocket, type RawSocket, type ReceivedFrame } from "../testing/raw-socket.ts";
import { startRedis } from "../testing/redis.ts";
import { until } from "../testing/server-process.ts";
import { hashToken, sessionOf } from "../sign-in/token.ts";
import { startTestApi, testEpoch } from "../testing/test-api.ts";
import { createBusSeal } from "../realtime/bus-seal.ts";
import { signChannel } from "../realtime/channel-auth.ts";
import type { ChannelData } from "../realtime/realtime-options.ts";
import { type StartedRealtime, startRealtime } from "./wire-realtime.ts";

const { people, call, database, pool, newClient } = await startTestApi();
const { ana, radu } = people;
const accounts = createAccountStore(pool);
const channel = "presence-oferta.10001";
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await database
  .insertInto("roles")
  .values({ name: "Blind", permissions: ["rooms.join"] })
  .execute();
beforeEach(async () => {
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
});

type Identity = Parameters<StartedRealtime["connection"]["sign"]>[2];
const identityOf = ({ id, name, token }: Person): Identity => ({
  session: sessionOf(hashToken(token)),
  user_id: String(id),
  user_info: { id, name, customer: id === ana.id, erp: id === radu.id, agent: false },
});

interface TestProcess extends StartedRealtime {
  readonly connect: () => Promise<RawSocket>;
  readonly isPresent: (person: Person) => boolean;
}

async function startProcess(
  settings: Record<string, string> = {},
  statements = pool,
  openClient = newClient,
): Promise<TestProcess> {
  const config = readConfig(settings, tmpdir());
  const security = { note: () => undefined, noteStored: () => undefined };
  const started = await startRealtime({
    config,
    storage: { pool: statements, newClient: openClient },
    clock: systemClock,
    log: silentLog,
    security,
    countRefused: () => undefined,
    origins: [],
    epoch: testEpoch,
  });
  const { realtime, app, connection } = started;
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  http.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  onTestFinished(async () => {
    await started.stop();
    await realtime.close();
    http.close();
  });
  const connect = (): Promise<RawSocket> =>
    openRawSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/app/${app.key}`);
  for (const person of statements === pool ? [ana, radu] : []) {
    const socket = await connect();
    subscribe(socket, connection.sign(socket.socketId, channel, identityOf(person)));
    await socket.frame(isSubscribed);
  }
  const isPresent = ({ id }: Person): boolean => connection.holders(channel).includes(id);
  return { ...started, connect, isPresent };
}

const subscribe = (socket: RawSocket, signature: object | null): void =>
  socket.send("pusher:subscribe", { channel, ...signature });
const isSubscribed = ({ event }: ReceivedFrame): boolean => event === "pusher_internal:subscription_succeeded";
const settle = async (socket: RawSocket): Promise<void> => {
  socket.send("pusher:ping", {});
  await socket.frame(({ event }) => event === "pusher:pong");
};
/** Leaves the room as if through another process whose messages do not arrive here. */
const leaveElsewhere = () => call(radu, "POST", `/api/v1/leave/${room}`);

test("[ROOM-6b] a process without Redis finds out who left its rooms elsewhere", async (context) => {
  const redis = await startRedis(context);
  const { realtime, isPresent } = await startProcess({ REDIS_URL: redis.url });
  await redis.stop();
  await until(() => (realtime.isBusReady() ? undefined : true));
  expect((await leaveElsewhere()).status).toBe(200);
  await until(() => (isPresent(radu) ? undefined : true));
  expect(isPresent(ana)).toBe(true);
});

test.for([
  ["of another version", (alive: string) => alive],
  ["with another secret", (alive: string) => createBusSeal("another").seal(alive)],
] as const)(
  "[ROOM-6b][LIM-2e] next to a process %s, it finds out who left its rooms through that one",
  async ([_which, say], context) => {
    const redis = await startRedis(context);
    const { realtime, app, isPresent } = await startProcess({ REDIS_URL: redis.url });
    const other = createClient({ url: redis.url });
    await other.connect();
    onTestFinished(() => other.destroy());
    const alive = JSON.stringify({ node: "other", number: 1, message: { kind: "alive" } });
    await other.publish(`cuplaj.${app.id}`, say(alive));
    await leaveElsewhere();
    await until(() => (isPresent(radu) ? undefined : true));
    expect([isPresent(ana), realtime.isBusReady()]).toEqual([true, true]);
  },
);

test("[ROOM-6c] a signature from before a leave that this process missed gets an error, and no frame", async () => {
  const { realtime, app, connection, connect, isPresent } = await startProcess();
  const socket = await connect();
  const signature = connection.sign(socket.socketId, channel, identityOf(radu));
  await leaveElsewhere();
  const say = () => realtime.broadcast(app.id, { channels: [channel], event: "secret", data: {} });
  subscribe(socket, signature);
  say();
  const { data } = await socket.frame(({ event }) => event === "pusher:subscription_error");
  say();
  expect(data).toMatchObject({ status: 403 });
  await settle(socket);
  expect(socket.frames.filter((frame) => frame.channel === channel)).toHaveLength(1);
  // Their other socket, which was admitted earlier, loses the channel at the next check.
  await until(() => (isPresent(radu) ? undefined : true));
});

test("[AUTH-4b] a signature from before the end of its session closes its socket with 4009", async () => {
  const { connection, connect } = await startProcess();
  const socket = await connect();
  const signature = connection.sign(socket.socketId, channel, {
    ...identityOf(radu),
    session: sessionOf(hashToken("")),
  });
  subscribe(socket, signature);
  expect(await socket.closed).toBe(4009);
  expect(socket.frames.filter(isSubscribed)).toEqual([]);
});

test("[LIM-2c] without Redis people subscribe as usual, and their session is known: ending it closes their socket", async (context) => {
  const redis = await startRedis(context);
  const { realtime, connection, connect } = await startProcess({ REDIS_URL: redis.url });
  const socket = await connect();
  // Another process of the same application signs, which this one does not know.
  const there = await startProcess({ REDIS_URL: redis.url });
  await redis.stop();
  await until(() => (realtime.isBusReady() || there.realtime.isBusReady() ? undefined : true));
  subscribe(socket, there.connection.sign(socket.socketId, channel, identityOf(ana)));
  await socket.frame(isSubscribed);
  connection.closeSession(identityOf(ana).session);
  expect(await socket.closed).toBe(4009);
});

test("[LIVE-8] while the database is down subscribers are disconnected (4100)", async () => {
  const app = { PUSHER_APP_ID: "1", PUSHER_APP_KEY: "key", PUSHER_APP_SECRET: "7ad3773142a6692b25b8" };
  const away = { query: () => Promise.reject(new Error("away")) } as unknown as typeof pool;
  const { connection, connect } = await startProcess(app, away);
  const socket = await connect();
  subscribe(socket, connection.sign(socket.socketId, channel, identityOf(ana)));
  expect(await socket.closed).toBe(4100);
  expect(socket.frames.filter(({ event }) => event.includes("subscription"))).toEqual([]);
});

test("[PERM-1c] losing a role ends live messages, and another role restores them", async () => {
  const { connection, connect, watch } = await startProcess();
  await watch.start();
  const own = `private-user.${radu.id}`;
  const enter = async (name: string, answer: string): Promise<RawSocket> => {
    const socket = await connect();
    const signature = connection.sign(socket.socketId, name, identityOf(radu));
    socket.send("pusher:subscribe", { channel: name, ...signature });
    await socket.frame(({ event }) => event.includes(`subscription_${answer}`));
    return socket;
  };
  const sockets = [await enter(channel, "succeeded"), await enter(own, "succeeded")];
  await accounts.changeRole("radu", "Blind");
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4200, 4200]);
  const refused = [await enter(channel, "error"), await enter(own, "error")];
  await accounts.changeRole("radu", "Operator");
  expect(await Promise.all(refused.map(({ closed }) => closed))).toEqual([4200, 4200]);
  for (const name of [channel, own]) await enter(name, "succeeded");
});

test("[PERM-1c] losing a role while notifications are lost ends live messages once listening resumes", async () => {
  let isAway = false;
  const openClient = () => (isAway ? new pg.Client({ host: "127.0.0.1", port: 1 }) : newClient());
  const { connection, connect, watch } = await startProcess({}, pool, openClient);
  await watch.start();
  const socket = await connect();
  subscribe(socket, connection.sign(socket.socketId, channel, identityOf(radu)));
  await socket.frame(isSubscribed);
  isAway = true;
  const listeners = "pg_stat_activity where datname = current_database() and query ~ '^(listen|select pg_listening)'";
  await pool.query(`select pg_terminate_backend(pid) from ${listeners} and pid <> pg_backend_pid()`);
  await until(() => (watch.generation === null ? true : undefined));
  await accounts.changeRole("radu", "Blind");
  onTestFinished(async () => void (await accounts.changeRole("radu", "Operator")));
  isAway = false;
  await until(() => watch.generation ?? undefined);
  expect(await socket.closed).toBe(4200);
});

/** Opens a socket on a channel signed by an operator's program, which knows the application's secret but has no session. */
async function connectForeign(
  { app, connect }: TestProcess,
  name: string,
  data?: ChannelData,
  answer = "succeeded",
): Promise<RawSocket> {
  const socket = await connect();
  const signed = signChannel(app, socket.socketId, name, data);
  if (signed === null) throw new Error("it cannot be signed");
  socket.send("pusher:subscribe", { channel: name, ...signed });
  await socket.frame(({ event }) => event.includes(`subscription_${answer}`));
  return socket;
}

test("[ROOM-6c] people signed by other programs are admitted under ids of those programs, and under a user's id only as a member", async () => {
  const started = await startProcess();
  await connectForeign(started, channel, { user_id: "erp-worker", user_info: {} });
  await connectForeign(started, "private-erp-jobs");
  await connectForeign(started, channel, { user_id: String(radu.id), user_info: {} });
  await leaveElsewhere();
  const refused = await connectForeign(started, channel, { user_id: String(radu.id), user_info: {} }, "error");
  expect(refused.frames.filter(isSubscribed)).toEqual([]);
});
