import { describe, expect, onTestFinished, test } from "vitest";
import type { Person } from "../testing/people.ts";
import { readAll, startPushSender, subscribeBrowser } from "../testing/push-stage.ts";
import { silent, startReceiver, withStatus } from "../testing/receiver.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mia, radu, vlad } = people;
const room: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
const other: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_002 })).body.chat.id;
for (const person of [mia, radu]) await call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_002 });

const say = async (person: Person, message: string, at = room): Promise<{ id: number; seq: number }> =>
  (await call(person, "POST", `/api/v1/publish/${at}`, { message })).body.message;
const read = async (person: Person, at = room) => await call(person, "POST", `/api/v1/read/${at}`);
const choose = async (person: Person, choices: object) => {
  await call(person, "PUT", "/api/v1/me/notifications", { privacy: "what", quiet: null, ...choices });
  onTestFinished(
    async () => void (await call(person, "PUT", "/api/v1/me/notifications", { privacy: "what", quiet: null })),
  );
};
interface Waiting {
  readonly attempts: number;
  readonly wait: number;
}
const waiting = async (): Promise<readonly Waiting[]> =>
  (
    await pool.query<Waiting>(
      "select attempts, extract(epoch from next_at - now())::float8 as wait from push_jobs order by subscription_id",
    )
  ).rows;
const makeDue = () => pool.query("update push_jobs set next_at = now()");
/** Once every room was looked at and no push waits. */
const done = () =>
  until(async () => {
    const { rows } = await pool.query(
      `select from rooms r left join push_rooms p on p.room_id = r.id where r.messages_total > coalesce(p.ordinal, 0)
       union all select from push_jobs`,
    );
    return rows.length === 0 ? true : undefined;
  });
/** Once a push waits for its next attempt. */
const refused = (attempts = 1) =>
  until(async () => (await waiting()).find((each) => each.attempts === attempts && each.wait < 25));

describe("a push", () => {
  test("[PUSH-2] says who wrote what and where, and what is unread in all rooms", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    await read(ana);
    await read(ana, other);
    await say(mia, "în cealaltă", other);
    await say(mia, "una");
    const { seq } = await say(mia, "Plăcuțele sunt pe stoc 🔧");
    startPushSender(api);
    await done();
    const pushes = readAll(browser, service);
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
    expect(browser.pushes(service)[0]?.headers).toMatchObject({ ttl: "86400", urgency: "high" });
  });

  test("[PUSH-2] goes to each of a person's browsers, and to nobody for what they wrote themselves", async () => {
    const service = await startReceiver();
    const mine = [await subscribeBrowser(api, ana, service), await subscribeBrowser(api, ana, service)];
    const author = await subscribeBrowser(api, mia, service);
    await say(mia, "salut");
    startPushSender(api);
    await done();
    expect(mine.map((browser) => browser.pushes(service).length)).toEqual([1, 1]);
    expect(author.pushes(service)).toEqual([]);
  });

  test("[PUSH-2c] waits until a message was unread for so long, and one goes for all that were said by then", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    await read(ana);
    startPushSender(api, 1500);
    const saidAt = performance.now();
    for (const text of ["una", "două", "trei"]) await say(mia, text);
    await service.arrived(1);
    expect(performance.now() - saidAt).toBeGreaterThan(1400);
    await done();
    expect(readAll(browser, service).map(({ excerpt }) => excerpt)).toEqual(["trei"]);
  });

  test("[PUSH-2d] does not go for what was read meanwhile, nor before what was said after it is old enough", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    const { id } = await say(mia, "veche");
    await pool.query("update messages set created_at = created_at - interval '1 minute' where id = $1", [id]);
    await read(ana);
    await say(mia, "proaspătă");
    startPushSender(api, 60_000);
    // The old one was due at once, and has the room looked at; what is left of it waits for the fresh one's time.
    const job = await until(async () => (await waiting()).find(({ wait }) => wait > 50));
    expect(job.attempts).toBe(0);
    await read(ana);
    await makeDue();
    await done();
    expect(browser.pushes(service)).toEqual([]);
  });

  test("[PUSH-4] shows what its person chose, in their language", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    startPushSender(api);
    const shown: unknown[] = [];
    for (const privacy of ["what", "who", "nothing"]) {
      await choose(ana, { privacy });
      await say(mia, "secret");
      await done();
      const { author, excerpt, title } = readAll(browser, service).at(-1) ?? {};
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
    expect(readAll(browser, service).at(-1)).toMatchObject({ language: "en" });
  });

  test("[PUSH-2] shows the beginning of a long text, cut between characters", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    await say(mia, "🔧".repeat(500));
    startPushSender(api);
    await done();
    expect(readAll(browser, service)[0]?.excerpt).toBe(`${"🔧".repeat(159)}…`);
  });
});

describe("nobody is pushed to", () => {
  test("[PUSH-4a] in their quiet hours, and not afterwards for what was said in them", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    await choose(ana, { quiet: { from: "00:00", to: "23:59", time_zone: "UTC" } });
    await choose(ana, { quiet: { from: "12:00", to: "11:59", time_zone: "UTC" } });
    startPushSender(api);
    await say(mia, "noapte");
    await done();
    await choose(ana, {});
    await say(mia, "dimineață");
    await done();
    expect(readAll(browser, service).map(({ excerpt }) => excerpt)).toEqual(["dimineață"]);
  });

  test("[PUSH-4b] of a muted room, for who is silenced, and for a deleted message", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    startPushSender(api);
    await call(ana, "POST", `/api/v1/mute/${room}`, { muted: true });
    await say(mia, "mut");
    await done();
    await call(ana, "POST", `/api/v1/mute/${room}`, { muted: false });
    await call(ana, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: true });
    await say(radu, "tăcut");
    await done();
    expect(browser.pushes(service)).toEqual([]);
    await say(mia, "auzit");
    await done();
    await say(radu, "tăcut iar");
    await done();
    await call(ana, "POST", `/api/v1/silence/${radu.id}/erp`, { silenced: false });
    expect(readAll(browser, service).map(({ excerpt }) => excerpt)).toEqual(["auzit"]);
  });

  test("[PUSH-4b] for a message that was deleted before its push", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    const { id } = await say(mia, "greșit");
    await call(mia, "DELETE", `/api/v1/chat/${room}/message/${id}`);
    startPushSender(api);
    await done();
    expect(browser.pushes(service)).toEqual([]);
  });

  test("[PUSH-4c] who is no member, has lost the permission, or whose sign-in has ended", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    const stranger = await subscribeBrowser(api, vlad, service);
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
    expect([browser.pushes(service), stranger.pushes(service)]).toEqual([[], []]);
    await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  });

  test("[PUSH-1a] for a room of whoever had the browser before", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    await say(mia, "pentru Ana");
    service.answer = withStatus(503);
    const { stop } = startPushSender(api);
    await refused();
    await stop();
    await call(vlad, "POST", "/api/v1/subscribePush", browser.subscription);
    service.answer = withStatus(201);
    await makeDue();
    startPushSender(api);
    await done();
    expect(browser.pushes(service)).toHaveLength(1);
  });
});

describe("a push service", () => {
  test.each([404, 410])("[PUSH-6] that answers %i has its subscription removed", async (status) => {
    const service = await startReceiver();
    await subscribeBrowser(api, ana, service);
    service.answer = withStatus(status);
    await say(mia, "salut");
    startPushSender(api);
    await done();
    expect((await pool.query("select from push_subscriptions")).rows).toEqual([]);
  });

  test.each([301, 307, 400, 413])("[PUSH-6a] that answers %i is not asked again, nor followed", async (status) => {
    const [service, inside] = [await startReceiver(), await startReceiver()];
    const browser = await subscribeBrowser(api, ana, service);
    service.answer = (response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end();
    await say(mia, "salut");
    const { lines } = startPushSender(api);
    await done();
    expect([browser.pushes(service).length, inside.received.length]).toEqual([1, 0]);
    expect(lines[0]).toContain(`status ${status}`);
    expect((await pool.query("select from push_subscriptions")).rows).toHaveLength(1);
  });

  test.each([429, 500, 503])(
    "[PUSH-6b] that answers %i is asked again later, with what is new then",
    async (status) => {
      const service = await startReceiver();
      const browser = await subscribeBrowser(api, ana, service);
      service.answer = withStatus(status);
      await say(mia, "una");
      startPushSender(api);
      const { wait } = await refused();
      expect(wait).toBeGreaterThan(1);
      service.answer = withStatus(201);
      await say(mia, "două");
      await until(async () => ((await waiting()).length === 1 ? true : undefined));
      await makeDue();
      await done();
      const excerpts = readAll(browser, service).map(({ excerpt }) => excerpt);
      expect([excerpts[0], excerpts.at(-1)]).toEqual(["una", "două"]);
      const topics = browser.pushes(service).map(({ headers }) => headers["topic"]);
      expect(new Set(topics).size).toBe(1);
    },
  );

  test("[PUSH-6b] is left alone for as long as it asks", async () => {
    const service = await startReceiver();
    await subscribeBrowser(api, ana, service);
    service.answer = (response) => void response.writeHead(429, { "retry-after": "600" }).end();
    await say(mia, "salut");
    startPushSender(api);
    const job = await until(async () => (await waiting()).find(({ wait }) => wait > 60));
    expect(job.wait).toBeGreaterThan(590);
  });

  test("[PUSH-6d] whose certificate nobody trusts, or that is away, is sent nothing and tried again", async () => {
    const service = await startReceiver("https");
    const browser = await subscribeBrowser(api, ana, service);
    const endpoint = browser.subscription.endpoint.replace("http:", "https:");
    await pool.query("update push_subscriptions set endpoint = $1", [endpoint]);
    await say(mia, "salut");
    const { lines } = startPushSender(api);
    await refused();
    expect(service.received).toEqual([]);
    expect(lines[0]).toMatch(/SELF_SIGNED/u);
  });

  test("[PUSH-6c] that hangs holds up no other, and at most 64 connections", async () => {
    const [hanging, service] = [await startReceiver(), await startReceiver()];
    hanging.answer = silent;
    const browser = await subscribeBrowser(api, ana, service);
    const stuck = await subscribeBrowser(api, ana, hanging);
    const { rows } = await pool.query("select id from push_subscriptions where endpoint = $1", [
      stuck.subscription.endpoint,
    ]);
    await pool.query(
      `insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
       select participant_id, token_hash, endpoint || '/' || n, origin, p256dh, auth
       from push_subscriptions cross join generate_series(1, 150) n where id = $1`,
      [rows[0]?.id],
    );
    startPushSender(api);
    await say(mia, "salut");
    await service.arrived(1);
    await until(() => (hanging.openConnections() >= 64 ? true : undefined));
    await say(mia, "iar");
    await service.arrived(2);
    expect(hanging.openConnections()).toBe(64);
    expect(browser.pushes(service)).toHaveLength(2);
  });
});

describe("nothing is lost", () => {
  test("[PUSH-7] of what was said while nobody sent pushes, however long", async () => {
    const service = await startReceiver();
    const browser = await subscribeBrowser(api, ana, service);
    const { id } = await say(mia, "demult");
    await pool.query("update messages set created_at = created_at - interval '3 days' where id = $1", [id]);
    await pool.query("update rooms set active_minute = active_minute - interval '3 days' where id = $1", [room]);
    startPushSender(api);
    await done();
    expect(readAll(browser, service).map(({ excerpt }) => excerpt)).toEqual(["demult"]);
  });

  test("[PUSH-7a] of several senders one pushes what was said", async () => {
    const service = await startReceiver();
    const browsers = [];
    for (let each = 0; each < 8; each += 1) browsers.push(await subscribeBrowser(api, ana, service));
    for (let each = 0; each < 3; each += 1) startPushSender(api);
    await say(mia, "o dată");
    await done();
    await say(mia, "încă o dată");
    await done();
    const excerpts = browsers.map((browser) => readAll(browser, service).map(({ excerpt }) => excerpt));
    for (const each of excerpts) expect(each).toEqual(["o dată", "încă o dată"]);
  });
});
