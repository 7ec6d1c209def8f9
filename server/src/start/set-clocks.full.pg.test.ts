import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { offerRoomType } from "@cuplaj/protocol/channels.ts";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addOffer, addPeople } from "../testing/people.ts";
import { makeBrowser } from "../testing/push-service.ts";
import { rawRequest } from "../testing/raw-request.ts";
import { startReceiver, withStatus } from "../testing/receiver.ts";
import { startRedis } from "../testing/redis.ts";
import { type ServerProcess, startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";
import { storeDecision, webhookSecret } from "../testing/webhooks.ts";

const { url: DATABASE_URL, pool, database } = await createTestDatabase();
const { ana, mia } = await addPeople({ database });

function settableClock() {
  const file = join(temporaryFolder(), "clock");
  const set = (seconds: number): void => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  set(0);
  // The dynamic loader expands `$LIB`.
  const settings = {
    LD_PRELOAD: "/usr/$LIB/faketime/libfaketimeMT.so.1",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DISABLE_SHM: "1",
  };
  return { set, settings };
}

const isSetBy = async ({ url }: ServerProcess): Promise<number> =>
  (Date.parse((await fetch(`${url}/api/v1/settings`)).headers.get("date") ?? "") - nowMs()) / 1000;

const upgrade =
  "GET /elsewhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
const isRefused = async ({ url }: ServerProcess): Promise<boolean> =>
  (await rawRequest({ port: Number(new URL(url).port), isSecure: false }, upgrade))?.status === 429;

test.for([-3600, 3600])(
  "[WAIT-1] pushes, decisions and new sockets of two servers wait no longer if their clocks are set by %i s",
  async (seconds, context) => {
    const { url: REDIS_URL } = await startRedis(context);
    const [pusher, erp, clock] = [await startReceiver(), await startReceiver(), settableClock()];
    const start = () =>
      startServerProcess({
        ...{ DATA_DIR: temporaryFolder(), DATABASE_URL, REDIS_URL, DEMO: "0", ...clock.settings },
        ...{ PUSH_ENDPOINTS: "loopback", PUSH_DELAY_SECONDS: "1", LIMIT_NEW_SOCKETS_PER_MINUTE: "3" },
        ERP_WEBHOOK_URL: `http://127.0.0.1:${erp.port}/hook`,
        ERP_WEBHOOK_SECRET: webhookSecret,
        ERP_WEBHOOK_PRIVATE: "1",
      });
    const servers = [await start(), await start()] as const;
    const post = async (token: string, path: string, body: object) =>
      (await call(servers[0].url, path, { token, body })).body;
    const join10001 = { type: offerRoomType, channel: "10001" };
    await post(ana.token, "/api/v1/join", join10001);
    const { chat } = await post(mia.token, "/api/v1/join", join10001);
    const room = chat as { id: number };
    const say = (message: string) => post(mia.token, `/api/v1/publish/${room.id}`, { message });
    const browser = makeBrowser(pusher);
    await post(ana.token, "/api/v1/subscribePush", browser.subscription);
    const { body: settings } = await call(servers[0].url, "/api/v1/settings");
    const lastPushed = () => {
      const last = browser.pushes(pusher).at(-1);
      return last && browser.read(last, String(settings["vapid_public_key"])).excerpt;
    };

    // Now a push, a decision and the sockets of an address are waiting.
    [pusher.answer, erp.answer] = [withStatus(503), withStatus(503)];
    await say("una");
    await storeDecision({ pool }, { offerId: 10_001, version: 1, by: ana.id });
    await Promise.all([pusher.arrived(1), erp.arrived(1)]);
    for (const server of servers) await until(async () => (await isRefused(server)) || undefined);
    clock.set(seconds);
    for (const server of servers) expect(Math.round((await isSetBy(server)) / 3600) * 3600).toBe(seconds);
    [pusher.answer, erp.answer] = [withStatus(201), withStatus(204)];
    await say("două");
    // Both lines of an offer are decided by a clock that differs from the database's.
    await addOffer(database, 20_000 + seconds, ana.id);
    await post(ana.token, `/api/v1/oferta/${20_000 + seconds}/accept`, { version: 1 });
    await until(() => lastPushed() === "două" || undefined);
    await erp.arrived(4);
    for (const server of servers) await until(async () => !(await isRefused(server)) || undefined);
    await pool.query("delete from push_subscriptions");
  },
);
