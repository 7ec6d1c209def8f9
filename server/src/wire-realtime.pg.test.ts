import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { silentLog } from "./log.ts";
import { openRawSocket } from "./testing/raw-socket.ts";
import { startRedis } from "./testing/redis.ts";
import { until } from "./testing/server-process.ts";
import { startTestApi } from "./testing/test-api.ts";
import { type StartedRealtime, startRealtime } from "./wire-realtime.ts";

const { people, call, database, pool } = await startTestApi();
const { ana, radu } = people;
const channel = "presence-oferta.10001";
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });

/** The live server of a process, as the composition root starts it, with a socket of each person in the room's channel. */
async function startProcess(redisUrl: string): Promise<StartedRealtime> {
  const config = readConfig({ REDIS_URL: redisUrl }, tmpdir());
  const wiring = { config, storage: { database, pool }, clock: systemClock, log: silentLog, origins: [] };
  const started = await startRealtime(wiring);
  const { realtime, app } = started.live;
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  http.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  onTestFinished(async () => {
    started.recheck.stop();
    await realtime.close();
    http.close();
  });
  for (const person of [ana, radu]) {
    const socket = await openRawSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/app/${app.key}`);
    const { id, name } = person;
    const info = { id, name, customer: person === ana, erp: person === radu, agent: false };
    const identity = { user_id: String(id), user_info: info };
    socket.send("pusher:subscribe", { channel, ...started.connection.sign(socket.socketId, channel, identity) });
    await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
  }
  return started;
}

test("[ROOM-6] a process that Redis is away from finds out who left its rooms by another", async (context) => {
  const redis = await startRedis(context);
  const { live, connection } = await startProcess(redis.url);
  await redis.stop();
  await until(() => (live.realtime.isBusReady() ? undefined : true));
  // As another process does it, whose word of it cannot come.
  expect((await call(radu, "POST", `/api/v1/leave/${room}`)).status).toBe(200);
  const isGone = (): boolean => connection.present().get(channel)?.includes(radu.id) === false;
  await until(() => (isGone() ? true : undefined));
  expect(connection.present().get(channel)).toEqual([ana.id]);
});
