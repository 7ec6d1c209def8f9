import { offerRoomType } from "@cuplaj/protocol/channels.ts";
import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { silent, startReceiver } from "../testing/receiver.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";
import { makeAllDue, storeDecision, verifiedWebhook, webhookSecret } from "../testing/webhooks.ts";

const { url: DATABASE_URL, pool, database } = await createTestDatabase();
const { ana } = await addPeople({ database });

afterEach(() => pool.query("delete from webhook_deliveries"));

const start = (port: number, settings: Record<string, string> = {}) =>
  startServerProcess({
    DATA_DIR: temporaryFolder(),
    DATABASE_URL,
    DEMO: "0",
    ERP_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
    ERP_WEBHOOK_SECRET: webhookSecret,
    ERP_WEBHOOK_PRIVATE: "1",
    ...settings,
  });
const decide = () => storeDecision({ pool }, { offerId: 10_001, version: 1, by: ana.id });
const countWaiting = async () =>
  (await pool.query<{ total: number }>("select count(*)::integer as total from webhook_deliveries")).rows[0]?.total;
const untilNoneWaits = () => until(async () => ((await countWaiting()) === 0 ? true : undefined));

test("[HOOK-3] a server killed between a delivery and recording it delivers again, under the same id", async () => {
  const receiver = await startReceiver();
  const killed = await start(receiver.port);
  receiver.answer = () => killed.signal("SIGKILL");
  const id = await decide();
  await receiver.arrived(1);
  await killed.ended;
  expect(await countWaiting()).toBe(1);
  receiver.answer = (response) => void response.writeHead(200).end("thanks");
  await makeAllDue({ pool });
  await start(receiver.port);
  await untilNoneWaits();
  const webhooks = receiver.received.map(verifiedWebhook);
  expect(webhooks.map((webhook) => webhook?.id)).toEqual([id, id]);
  expect(webhooks[1]).toEqual(webhooks[0]);
  expect(webhooks[1]?.oferta).toMatchObject({ id_cerere: 10_001, version: 1, totals: { gross: "748.87" } });
});

test("[HOOK-5b][HOOK-7][RUN-5] a silent receiver does not delay the shutdown, and the backlog is measured", async () => {
  const receiver = await startReceiver();
  receiver.answer = silent;
  const server = await start(receiver.port);
  await decide();
  await receiver.arrived(1);
  const token = { token: ana.token };
  const { body: joined } = await call(server.url, "/api/v1/join", {
    ...token,
    body: { type: offerRoomType, channel: "10001" },
  });
  const room = joined["chat"] as { id: number };
  const send = () => call(server.url, `/api/v1/publish/${room.id}`, { ...token, body: { message: "Mai e pe stoc?" } });
  for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(201);
  const metrics = await until(async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return text.includes("\ncuplaj_webhook_waiting 1") ? text : undefined;
  });
  expect(metrics).toMatch(/^cuplaj_webhook_oldest_seconds [1-9]/mu);
  server.signal("SIGTERM");
  const { exitCode, stderr } = await server.ended;
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain(webhookSecret);
  expect(await countWaiting()).toBe(1);
});

test("[HOOK-6] this machine's address is not called unless ERP_WEBHOOK_PRIVATE allows it", async () => {
  const receiver = await startReceiver("https");
  const server = await start(receiver.port, {
    ERP_WEBHOOK_PRIVATE: "0",
    ERP_WEBHOOK_URL: `https://localhost:${receiver.port}/`,
  });
  await decide();
  await until(async () => {
    const { rows } = await pool.query("select from webhook_deliveries where attempts > 1");
    return rows.length === 1 ? true : undefined;
  });
  expect(receiver.openConnections()).toBe(0);
  server.signal("SIGTERM");
  expect((await server.ended).stderr).toContain('"reason":"the address is not public"');
});

test("[HOOK-1] without an address, decisions of the last 30 days wait for one, and older ones are removed", async () => {
  await decide();
  await pool.query("update webhook_deliveries set created_at = now() - interval '31 days'");
  const young = await storeDecision({ pool }, { offerId: 10_002, version: 1, by: ana.id });
  await startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0" });
  const left = await until(async () => {
    const { rows } = await pool.query<{ id: string }>("select id from webhook_deliveries");
    return rows.length === 1 ? rows : undefined;
  });
  expect(left).toEqual([{ id: young }]);
});
