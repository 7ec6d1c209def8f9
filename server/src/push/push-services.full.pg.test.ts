import { describe, expect, test } from "vitest";
import { preparePushRooms, readAll, startPushSender, subscribeBrowser } from "../testing/push-stage.ts";
import { silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, pool } = api;
const { ana, mia } = people;
const { say, waiting, makeDue, done, refused } = await preparePushRooms(api);

describe("a push service", () => {
  test.each([404, 410])("[PUSH-6] that returns %i ends the subscription", async (status) => {
    const receiver = await startReceiver();
    await subscribeBrowser(api, ana, receiver);
    receiver.answer = withStatus(status);
    await say(mia, "salut");
    startPushSender(api);
    await done();
    expect((await pool.query("select from push_subscriptions")).rows).toEqual([]);
  });

  test.each([301, 307, 400, 413])("[PUSH-6] that returns %i is neither retried nor followed", async (status) => {
    const [receiver, inside] = [await startReceiver(), await startReceiver()];
    const browser = await subscribeBrowser(api, ana, receiver);
    receiver.answer = (response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end();
    await say(mia, "salut");
    const { lines } = startPushSender(api);
    await done();
    expect([browser.pushes(receiver).length, inside.received.length]).toEqual([1, 0]);
    expect(lines[0]).toContain(`status ${status}`);
    expect((await pool.query("select from push_subscriptions")).rows).toHaveLength(1);
  });

  test.each([429, 500, 503])("[PUSH-6b] that returns %i is retried later, with newer messages", async (status) => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    receiver.answer = withStatus(status);
    await say(mia, "una");
    startPushSender(api);
    const { wait } = await refused();
    expect(wait).toBeGreaterThan(1);
    receiver.answer = withStatus(201);
    await say(mia, "două");
    await until(async () => ((await waiting()).length === 1 ? true : undefined));
    await makeDue();
    await done();
    const excerpts = readAll(browser, receiver).map(({ excerpt }) => excerpt);
    expect([excerpts[0], excerpts.at(-1)]).toEqual(["una", "două"]);
    const topics = browser.pushes(receiver).map(({ headers }) => headers["topic"]);
    expect(new Set(topics).size).toBe(1);
  });

  test("[PUSH-2a] that is down for a day gets the newest message", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    receiver.answer = withStatus(503);
    await say(mia, "ieri");
    startPushSender(api);
    await refused();
    await pool.query(
      "update push_jobs set created_at = now() - interval '25 hours', next_at = now() + interval '1 hour'",
    );
    await say(mia, "azi");
    await until(async () => {
      const { rows } = await pool.query(
        "select from push_rooms p join rooms r on r.id = p.room_id where ordinal < messages_total",
      );
      return rows.length === 0 ? true : undefined;
    });
    receiver.answer = withStatus(201);
    await makeDue();
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["ieri", "azi"]);
  });

  test("[PUSH-6b] is not called for as long as it asks", async () => {
    const receiver = await startReceiver();
    await subscribeBrowser(api, ana, receiver);
    receiver.answer = (response) => void response.writeHead(429, { "retry-after": "600" }).end();
    await say(mia, "salut");
    startPushSender(api);
    const job = await until(async () => (await waiting()).find(({ wait }) => wait > 60));
    expect(job.wait).toBeGreaterThan(590);
  });

  test("[PUSH-6] that is down or has an untrusted certificate gets nothing, and is retried", async () => {
    const receiver = await startReceiver("https");
    await subscribeBrowser(api, ana, receiver);
    await say(mia, "salut");
    const { lines } = startPushSender(api);
    await refused();
    expect(receiver.received).toEqual([]);
    expect(lines[0]).toMatch(/SELF_SIGNED/u);
  });

  test("[PUSH-6c] that hangs holds up no other, and at most 256 connections", async () => {
    const [hanging, receiver] = [await startReceiver(), await startReceiver()];
    hanging.answer = silent;
    const browser = await subscribeBrowser(api, ana, receiver);
    const stuck = await subscribeBrowser(api, ana, hanging);
    const { rows } = await pool.query("select id from push_subscriptions where endpoint = $1", [
      stuck.subscription.endpoint,
    ]);
    await pool.query(
      `insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
       select participant_id, token_hash, endpoint || '/' || n, origin, p256dh, auth
       from push_subscriptions cross join generate_series(1, 300) n where id = $1`,
      [rows[0]?.id],
    );
    startPushSender(api);
    await say(mia, "salut");
    await receiver.arrived(1);
    await until(() => (hanging.openConnections() >= 256 ? true : undefined));
    await say(mia, "iar");
    await receiver.arrived(2);
    expect(hanging.openConnections()).toBe(256);
    expect(browser.pushes(receiver)).toHaveLength(2);
  });
});
