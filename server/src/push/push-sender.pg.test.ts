import { describe, expect, test } from "vitest";
import { preparePushRooms, readAll, startPushSender, subscribeBrowser } from "../testing/push-stage.ts";
import { startReceiver } from "../testing/receiver.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, pool } = api;
const { ana, mia } = people;
const { room, other, say, read, done } = await preparePushRooms(api);

describe("a push", () => {
  test("[PUSH-2] says who wrote what and where, and what is unread in all rooms", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await read(ana);
    await read(ana, other);
    await say(mia, "în cealaltă", other);
    await say(mia, "una");
    const { seq } = await say(mia, "Plăcuțele sunt pe stoc 🔧");
    startPushSender(api);
    await done();
    const pushes = readAll(browser, receiver);
    expect(pushes).toHaveLength(2);
    expect(pushes.find((push) => push.room === "oferta.10001")).toEqual({
      v: 1,
      room: "oferta.10001",
      title: "Oferta 10001",
      author: "Mia Stan",
      excerpt: "Plăcuțele sunt pe stoc 🔧",
      message_seq: seq,
      badge: 3,
      url: "/view/oferta.10001",
      language: "ro",
    });
    expect(browser.pushes(receiver)[0]?.headers).toMatchObject({ ttl: "86400", urgency: "high" });
  });

  test("[PUSH-2c] waits until a message was unread for so long, and one goes for all that were said by then", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await read(ana);
    await read(ana, other);
    const age = (at: number) =>
      pool.query("update messages set created_at = created_at - interval '1 minute' where room_id = $1", [at]);
    for (const text of ["una", "două", "trei"]) await say(mia, text);
    await say(mia, "de acum un minut", other);
    await age(other);
    startPushSender(api, 60_000);
    await receiver.arrived(1);
    await age(room);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["de acum un minut", "trei"]);
  });
});
