import { describe, expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { preparePushRooms, readAll, startPushSender, subscribeBrowser } from "../testing/push-stage.ts";
import { startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createPushJobStore } from "./jobs.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mia, radu, vlad } = people;
const { room, say, read, choose, waiting, makeDue, done, refused } = await preparePushRooms(api);

describe("a push", () => {
  test("[PUSH-2] goes to each of a person's browsers, but not for one's own messages", async () => {
    const receiver = await startReceiver();
    const mine = [await subscribeBrowser(api, ana, receiver), await subscribeBrowser(api, ana, receiver)];
    const author = await subscribeBrowser(api, mia, receiver);
    await say(mia, "salut");
    startPushSender(api);
    await done();
    expect(mine.map((browser) => browser.pushes(receiver).length)).toEqual([1, 1]);
    expect(author.pushes(receiver)).toEqual([]);
  });

  test("[PUSH-2c] is dropped once the message is read, and newer messages wait until they are old enough", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    const { id } = await say(mia, "veche");
    await pool.query("update messages set created_at = created_at - interval '1 minute' where id = $1", [id]);
    await read(ana);
    await say(mia, "proaspătă");
    startPushSender(api, 60_000);
    // The old push is due at once and triggers planning; the push then waits until the new message is old enough.
    const job = await until(async () => (await waiting()).find(({ wait }) => wait > 50));
    expect(job.attempts).toBe(0);
    await read(ana);
    await makeDue();
    await done();
    expect(browser.pushes(receiver)).toEqual([]);
  });

  test("[PUSH-2] shows the start of a long text, cut between characters", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await say(mia, "🔧".repeat(500));
    startPushSender(api);
    await done();
    expect(readAll(browser, receiver)[0]?.excerpt).toBe(`${"🔧".repeat(159)}…`);
  });
});

describe("no push goes out", () => {
  test("[PUSH-4] in quiet hours, nor later for messages from that time", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await choose(ana, { quiet: { from: "00:00", to: "23:59", time_zone: "UTC" } });
    await choose(ana, { quiet: { from: "12:00", to: "11:59", time_zone: "UTC" } });
    startPushSender(api);
    await say(mia, "noapte");
    await done();
    await choose(ana, {});
    await say(mia, "dimineață");
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["dimineață"]);
  });

  test("[PUSH-4] for messages from just before quiet hours ended", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    const hourAt = (minutesAgo: number) => new Date(nowMs() - minutesAgo * 60_000).toISOString().slice(11, 16);
    await choose(ana, { quiet: { from: hourAt(120), to: hourAt(5), time_zone: "UTC" } });
    const { id } = await say(mia, "noapte");
    await pool.query("update messages set created_at = created_at - interval '10 minutes' where id = $1", [id]);
    startPushSender(api);
    await done();
    await say(mia, "dimineață");
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["dimineață"]);
  });

  test("[PUSH-1a] for rooms of the browser's previous user", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await say(mia, "pentru Ana");
    receiver.answer = withStatus(503);
    const { stop } = startPushSender(api);
    await refused();
    await stop();
    await call(vlad, "POST", "/api/v1/subscribePush", browser.subscription);
    receiver.answer = withStatus(201);
    await makeDue();
    startPushSender(api);
    await done();
    expect(browser.pushes(receiver)).toHaveLength(1);
  });
});

describe("nothing is lost", () => {
  test("[PUSH-7b] when a subscription ends during planning", async () => {
    const receiver = await startReceiver();
    await subscribeBrowser(api, radu, receiver);
    await subscribeBrowser(api, ana, receiver);
    await say(mia, "salut");
    const leaving = await pool.connect();
    await leaving.query("begin");
    await leaving.query("delete from push_subscriptions where participant_id = $1", [ana.id]);
    const planned = createPushJobStore(pool).plan(null, 0, 200);
    await someStatementWaits(pool);
    await leaving.query("commit");
    leaving.release();
    expect(await planned).toMatchObject({ rooms: 1 });
    expect(await waiting()).toHaveLength(1);
  });

  test("[PUSH-7] while no sender runs, however long", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    const { id } = await say(mia, "demult");
    await pool.query("update messages set created_at = created_at - interval '3 days' where id = $1", [id]);
    await pool.query("update rooms set active_minute = active_minute - interval '3 days' where id = $1", [room]);
    startPushSender(api);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["demult"]);
  });

  test("[PUSH-7a] each message is pushed by only one of several senders", async () => {
    const receiver = await startReceiver();
    const browsers = [];
    for (let each = 0; each < 8; each += 1) browsers.push(await subscribeBrowser(api, ana, receiver));
    for (let each = 0; each < 3; each += 1) startPushSender(api);
    await say(mia, "o dată");
    await done();
    await say(mia, "încă o dată");
    await done();
    const excerpts = browsers.map((browser) => readAll(browser, receiver).map(({ excerpt }) => excerpt));
    for (const each of excerpts) expect(each).toEqual(["o dată", "încă o dată"]);
  });
});
