import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { offerRoomType } from "@cuplaj/protocol/channels.ts";
import { expect, test } from "vitest";
import { badCertificates, testCertificate } from "../testing/certificate.ts";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { addPeople } from "../testing/people.ts";
import { makeBrowser } from "../testing/push-service.ts";
import { silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const { url: DATABASE_URL, pool, database } = await createTestDatabase();
const { ana, mia } = await addPeople({ database });

const start = (settings: Record<string, string> = {}) =>
  startServerProcess({
    DATA_DIR: temporaryFolder(),
    DATABASE_URL,
    DEMO: "0",
    PUSH_ENDPOINTS: "loopback",
    PUSH_DELAY_SECONDS: "1",
    ...settings,
  });
const roomId = async () => (await pool.query<{ id: number }>("select id from rooms")).rows[0]?.id;
const makeDue = () => pool.query("update push_jobs set next_at = now()");

test("[PUSH-2][PUSH-3][PUSH-7] a server killed between a message's commit and its push, or during the push, loses none", async () => {
  const receiver = await startReceiver();
  const browser = makeBrowser(receiver);
  const killed = await start({ PUSH_DELAY_SECONDS: "3600" });
  const post = async (url: string, person: typeof ana, path: string, body: object) =>
    (await call(url, path, { token: person.token, body })).body;
  const join = { type: offerRoomType, channel: "10001" };
  await post(killed.url, ana, "/api/v1/join", join);
  await post(killed.url, mia, "/api/v1/join", join);
  expect(await post(killed.url, ana, "/api/v1/subscribePush", browser.subscription)).toEqual({ subscribed: true });
  await post(killed.url, mia, `/api/v1/publish/${await roomId()}`, { message: "nepierdut" });
  killed.signal("SIGKILL");
  await killed.ended;
  expect(receiver.received).toEqual([]);

  receiver.answer = silent;
  const duringPush = await start();
  await receiver.arrived(1);
  duringPush.signal("SIGKILL");
  await duringPush.ended;

  receiver.answer = withStatus(201);
  await makeDue();
  const last = await start();
  await receiver.arrived(2);
  const { body: settings } = await call(last.url, "/api/v1/settings", {});
  const pushes = receiver.received.map((received) => browser.read(received, String(settings["vapid_public_key"])));
  expect(pushes.map(({ excerpt }) => excerpt)).toEqual(["nepierdut", "nepierdut"]);
  expect(new Set(receiver.received.map(({ headers }) => headers["topic"])).size).toBe(1);
});

test("[PUSH-5][RUN-5] a silent push service delays neither messages nor the shutdown", async () => {
  const receiver = await startReceiver();
  receiver.answer = silent;
  const server = await start({ PUSH_DELAY_SECONDS: "0" });
  const post = async (person: typeof ana, path: string, body: object) =>
    (await call(server.url, path, { token: person.token, body })).body;
  await post(ana, "/api/v1/join", { type: offerRoomType, channel: "10001" });
  await post(ana, "/api/v1/subscribePush", makeBrowser(receiver).subscription);
  await post(mia, `/api/v1/publish/${await roomId()}`, { message: "una" });
  await receiver.arrived(1);
  const answer = await post(mia, `/api/v1/publish/${await roomId()}`, { message: "două" });
  expect(answer).toMatchObject({ message: { message: "două" } });
  server.signal("SIGTERM");
  expect((await server.ended).exitCode).toBe(0);
});

test("[PUSH-6b][PUSH-6][PUSH-8a] services with a valid certificate get pushes, others do not and are retried", async () => {
  const good = await startReceiver("https");
  const { misnamed, expired, strange } = badCertificates;
  const bad = await Promise.all([misnamed, expired, strange].map((each) => startReceiver("https", each)));
  const DATA_DIR = temporaryFolder();
  const NODE_EXTRA_CA_CERTS = join(DATA_DIR, "trusted.pem");
  writeFileSync(NODE_EXTRA_CA_CERTS, [testCertificate, misnamed, expired].join(""));
  // Subscriptions of the previous server would be retried first, and fail.
  await pool.query("delete from push_subscriptions");
  const server = await start({ DATA_DIR, NODE_EXTRA_CA_CERTS, PUSH_DELAY_SECONDS: "0" });
  const post = async (person: typeof ana, path: string, body: object) =>
    (await call(server.url, path, { token: person.token, body })).body;
  await post(ana, "/api/v1/join", { type: offerRoomType, channel: "10001" });
  await post(mia, "/api/v1/join", { type: offerRoomType, channel: "10001" });
  const browser = makeBrowser(good);
  for (const { subscription } of [browser, ...bad.map((each) => makeBrowser(each))])
    expect(await post(ana, "/api/v1/subscribePush", subscription)).toEqual({ subscribed: true });
  await post(mia, `/api/v1/publish/${await roomId()}`, { message: "pe drum sigur" });
  const [received] = await good.arrived(1);
  const { body: settings } = await call(server.url, "/api/v1/settings", {});
  if (received === undefined) throw new Error("nothing arrived");
  expect(browser.read(received, String(settings["vapid_public_key"])).excerpt).toBe("pe drum sigur");
  const attempts = async () =>
    (await pool.query<{ attempts: number }>("select attempts from push_jobs")).rows.map((job) => job.attempts);
  await until(async () => {
    const waiting = await attempts();
    return waiting.length === 3 && waiting.every((each) => each >= 2) ? true : undefined;
  });
  expect([good.received.length, ...bad.map((each) => each.received.length)]).toEqual([1, 0, 0, 0]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain("\ncuplaj_push_waiting 3");
  expect(metrics).toMatch(/^cuplaj_push_oldest_seconds (?!0$)[\d.]+$/mu);
  expect(metrics).toContain('\ncuplaj_push_results_total{result="delivered"} 1');
  expect(metrics).toMatch(/^cuplaj_push_results_total\{result="again"\} (?:[3-9]|\d\d)/mu);
  server.signal("SIGTERM");
  expect((await server.ended).stderr).toMatch(/CERT_HAS_EXPIRED|ALTNAME_INVALID|SELF_SIGNED/u);
});
