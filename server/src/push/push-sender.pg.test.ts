import { describe, expect, test } from "vitest";
import { preparePushRooms, readAll, startPushSender, subscribeBrowser } from "../testing/push-stage.ts";
import { startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mia, radu, vlad } = people;
const { room, other, say, read, choose, waiting, makeDue, done, refused } = await preparePushRooms(api);
const age = ({ id }: { readonly id: number }) =>
  pool.query("update messages set created_at = created_at - interval '1 minute' where id = $1", [id]);

describe("a push", () => {
  test("[PUSH-2] states who wrote what and where, and how much is unread in all rooms", async () => {
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

  test("[PUSH-2c] waits until a message has been unread long enough, and then covers all messages so far", async () => {
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

  test("[PUSH-2c] includes messages written before a retry, and no other push repeats them", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await read(ana);
    receiver.answer = withStatus(503);
    await age(await say(mia, "una"));
    startPushSender(api, 60_000);
    await refused();
    receiver.answer = withStatus(201);
    const second = await say(mia, "două");
    await makeDue();
    await receiver.arrived(2);
    await age(second);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["una", "două"]);
  });

  test("[PUSH-2c] includes messages written while it waits after the rest was read, and no other push repeats them", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await age(await say(mia, "citită"));
    await read(ana);
    const second = await say(mia, "două");
    startPushSender(api, 60_000);
    await until(async () => (await waiting()).find(({ wait }) => wait > 50));
    const third = await say(mia, "trei");
    await age(second);
    await makeDue();
    await receiver.arrived(1);
    await age(third);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["trei"]);
  });

  test("[PUSH-4] shows as much as the person chose, in their language", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    startPushSender(api);
    const shown: unknown[] = [];
    for (const privacy of ["what", "who", "nothing"]) {
      await choose(ana, { privacy });
      await say(mia, "secret");
      await done();
      const { author, excerpt, title } = readAll(browser, receiver).at(-1) ?? {};
      shown.push([privacy, author, excerpt, title]);
    }
    expect(shown).toEqual([
      ["what", "Mia Stan", "secret", "Oferta 10001"],
      ["who", "Mia Stan", null, "Oferta 10001"],
      ["nothing", null, null, "Oferta 10001"],
    ]);
    await call(ana, "PUT", "/api/v1/me", { locale: "en" });
    await say(mia, "hello");
    await done();
    await call(ana, "PUT", "/api/v1/me", { locale: "ro" });
    expect(readAll(browser, receiver).at(-1)).toMatchObject({ language: "en", title: "Offer 10001" });
  });
});

describe("a database whose clock was set back by an hour", () => {
  test("[WAIT-1a] does not delay pushes of earlier messages", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    await read(ana);
    const { id } = await say(mia, "de mai devreme");
    await pool.query("update messages set created_at = created_at + interval '1 hour' where id = $1", [id]);
    startPushSender(api, 60_000);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["de mai devreme"]);
  });

  test("[WAIT-1a] does not delay retries", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    receiver.answer = withStatus(503);
    await say(mia, "încă o dată");
    startPushSender(api);
    await refused();
    receiver.answer = withStatus(201);
    await pool.query(
      "update push_jobs set (next_at, due_before) = (next_at + interval '1 hour', due_before + interval '1 hour')",
    );
    await receiver.arrived(2);
    await done();
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["încă o dată", "încă o dată"]);
  });
});

describe("a person brought into a room", () => {
  const add = () => call(radu, "POST", `/api/v1/chat/${room}/members`, { user_id: vlad.id, type: "agent" });
  const leave = () => call(vlad, "POST", `/api/v1/leave/${room}`);

  test("[PUSH-2] learns once who brought them in, without earlier messages", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, vlad, receiver);
    startPushSender(api);
    await pool.query("delete from push_rooms");
    await say(mia, "de mai devreme");
    await add();
    await done();
    const { last_seq: seq } = (await call(vlad, "GET", `/api/v1/chat/${room}`)).body.chats[0];
    expect(readAll(browser, receiver)).toMatchObject([
      {
        room: "oferta.10001",
        title: "Oferta 10001",
        about: "brought-in",
        author: radu.name,
        excerpt: null,
        message_seq: seq,
      },
    ]);
    await choose(vlad, { privacy: "nothing" });
    await leave();
    await add();
    await done();
    expect(readAll(browser, receiver).at(-1)).toMatchObject({ about: "brought-in", author: null });
    await leave();
  });

  test("[PUSH-2] learns it in a room without messages too", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, vlad, receiver);
    const empty = (await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_005 })).body.chat.id;
    startPushSender(api);
    await call(radu, "POST", `/api/v1/chat/${empty}/members`, { user_id: vlad.id, type: "agent" });
    await done();
    expect(readAll(browser, receiver)).toMatchObject([{ room: "oferta.10005", about: "brought-in" }]);
  });

  test("[PUSH-2] gets only one push, of the newer message, if somebody writes in the meantime", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, vlad, receiver);
    await add();
    await say(mia, "bine ai venit");
    startPushSender(api);
    await done();
    expect(readAll(browser, receiver).map(({ about, excerpt }) => [about, excerpt])).toEqual([
      [undefined, "bine ai venit"],
    ]);
    await leave();
  });

  test("[PUSH-2] gets none after reading that far", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, vlad, receiver);
    await add();
    await read(vlad);
    startPushSender(api);
    await done();
    expect(browser.pushes(receiver)).toEqual([]);
    await leave();
  });

  test("[PUSH-2][PUSH-4b] gets none if they silence the person who brought them in", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, vlad, receiver);
    startPushSender(api);
    await call(vlad, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: true });
    await add();
    await done();
    await call(vlad, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: false });
    expect(browser.pushes(receiver)).toEqual([]);
    await leave();
  });
});

describe("no push goes out", () => {
  test("[PUSH-4b] for muted rooms, silenced people and deleted messages", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    startPushSender(api);
    await call(ana, "POST", `/api/v1/mute/${room}`, { muted: true });
    await say(mia, "mut");
    await done();
    await call(ana, "POST", `/api/v1/mute/${room}`, { muted: false });
    await call(ana, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: true });
    await say(radu, "tăcut");
    await done();
    expect(browser.pushes(receiver)).toEqual([]);
    await say(mia, "auzit");
    await done();
    await say(radu, "tăcut iar");
    await done();
    await call(ana, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: false });
    expect(readAll(browser, receiver).map(({ excerpt }) => excerpt)).toEqual(["auzit"]);
  });

  test("[PUSH-4b] for a message that was deleted before its push", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    const { id } = await say(mia, "greșit");
    await call(mia, "DELETE", `/api/v1/chat/${room}/message/${id}`);
    startPushSender(api);
    await done();
    expect(browser.pushes(receiver)).toEqual([]);
  });

  test("[PUSH-4b] to non-members, without the permission, or after the sign-in ended", async () => {
    const receiver = await startReceiver();
    const browser = await subscribeBrowser(api, ana, receiver);
    const stranger = await subscribeBrowser(api, vlad, receiver);
    startPushSender(api);
    const { rows } = await pool.query("delete from participant_roles where participant_id = $1 returning role", [
      ana.id,
    ]);
    await say(mia, "fără drept");
    await done();
    await pool.query("insert into participant_roles values ($1, $2)", [ana.id, rows[0]?.role]);
    const { rows: tokens } = await pool.query(
      `update tokens set last_used_at = now() - interval '31 days' where participant_id = $1 returning hash`,
      [ana.id],
    );
    await say(mia, "expirat");
    await done();
    await pool.query("update tokens set last_used_at = now() where hash = any($1)", [tokens.map(({ hash }) => hash)]);
    await call(radu, "POST", `/api/v1/leave/${room}`);
    expect([browser.pushes(receiver), stranger.pushes(receiver)]).toEqual([[], []]);
    await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  });
});
