import { expect, test } from "vitest";
import { decoded, startMailServer } from "../testing/mail-server.ts";
import { prepareMailRoom, startMail } from "../testing/mail-stage.ts";
import { giveFile } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mia, radu } = people;
const server = await startMailServer();
let offer = 50_000;

async function stage() {
  offer += 1;
  await pool.query("delete from mail_jobs");
  // Earlier rooms cause no e-mails.
  await pool.query("update rooms set active_minute = '-infinity'");
  await pool.query(
    "insert into offers (id, customer_id, status, valid_until) values ($1, $2, 'sent', now()) on conflict do nothing",
    [offer, ana.id],
  );
  await pool.query("update participants set disabled_at = null where id = $1", [ana.id]);
  await call(ana, "POST", `/api/v1/silence/${mia.id}/agent`, { silenced: false });
  await call(ana, "PUT", "/api/v1/me/notifications", { privacy: "what", quiet: null });
  server.taken.length = 0;
  Object.assign(server.answers, { recipient: null, data: null });
  return await prepareMailRoom(api, offer);
}
const headerOf = (raw: string, name: string): string =>
  (new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "imu").exec(raw)?.[1] ?? "").replaceAll(/\r\n\s/gu, " ").trim();

test("[MAIL-1][MAIL-6] after 15 minutes one e-mail has all unread texts, who wrote them and a link that opens the room once", async () => {
  const { say, age, settled, room, job } = await stage();
  await say("plăcuțele <b>sunt</b> pe stoc");
  await say("cod 1K0 615 301 AA\nla raft");
  const { results } = startMail(api, server);
  await settled();
  expect([server.taken, (await job())?.wait]).toEqual([[], expect.closeTo(15, 0)]);
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  const [mail] = server.taken;
  if (mail === undefined) throw new Error("there is an e-mail");
  const text = decoded(mail);
  expect([mail.from, mail.to]).toEqual(["chat@piese.example", ["ana@example.ro"]]);
  expect(text).toContain(`Ai 2 mesaje necitite la oferta ${offer}:`);
  expect(text).toContain("Mia Stan:\nplăcuțele <b>sunt</b> pe stoc".replaceAll("\n", "\r\n"));
  expect(text).toContain("plăcuțele &lt;b&gt;sunt&lt;/b&gt; pe stoc");
  expect(text).toContain("cod 1K0 615 301 AA<br>la raft");
  expect(decoded({ ...mail, raw: headerOf(mail.raw, "From") })).toBe("Piese Auto <chat@piese.example>");
  expect(headerOf(mail.raw, "Auto-Submitted")).toBe("auto-generated");
  expect(headerOf(mail.raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(headerOf(mail.raw, "References")).toBe(`<room.${room}.${ana.id}@piese.example>`);
  expect(headerOf(mail.raw, "Message-ID")).toBe(`<room.${room}.${ana.id}.2@piese.example>`);
  const stop =
    /<https:\/\/chat\.piese\.example(\/api\/v1\/mail\/stop\/[^>]+)>/u.exec(
      headerOf(mail.raw, "List-Unsubscribe"),
    )?.[1] ?? "";
  expect((await call(null, "POST", stop)).body).toEqual({ stopped: true });
  await call(ana, "PUT", "/api/v1/me/mail", { is_wanted: true });
  const [, link, name] = /https:\/\/chat\.piese\.example\/m#([\w-]+)\.(oferta\.\d+)/u.exec(text) ?? [];
  expect(name).toBe(`oferta.${offer}`);
  const opened = await call(null, "POST", "/api/v1/mail/open", { link });
  expect(opened.body.user.only_room).toMatchObject({ id: room, name });
  expect((await call(null, "POST", "/api/v1/mail/open", { link })).status).toBe(404);
  expect(results).toEqual(["sent"]);
});

test("[MAIL-1e] at most one e-mail in four hours while nothing is read, and at once after something was", async () => {
  const { say, age, settled, read, job } = await stage();
  startMail(api, server);
  await say("una");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  await say("două");
  await settled();
  await age(16);
  await settled();
  expect([server.taken.length, (await job())?.wait]).toEqual([1, expect.closeTo(240 - 16, 0)]);
  await age(230);
  await expect.poll(() => server.taken.length).toBe(2);
  expect(decoded(server.taken[1] ?? { from: "", to: [], raw: "" })).not.toContain("una\r\n");
  await read();
  await say("trei");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(3);
});

type Staged = Awaited<ReturnType<typeof stage>>;
test.each<[string, (staged: Staged) => Promise<unknown>]>([
  ["was read", ({ read }) => read()],
  [
    "is in a muted room",
    ({ sql, room }) =>
      sql("update memberships set muted_version = 1 where room_id = $1 and participant_id = $2", room, ana.id),
  ],
  ["is of a silenced person", () => call(ana, "POST", `/api/v1/silence/${mia.id}/agent`, { silenced: true })],
  ["was deleted", ({ sql, room }) => sql("update messages set deleted_at = now(), body = '' where room_id = $1", room)],
  ["was shown by a push", () => call(ana, "POST", "/api/v1/pushShown", { room: `oferta.${offer}`, seq: 99 })],
  ["is for somebody who wants none", () => call(ana, "PUT", "/api/v1/me/mail", { is_wanted: false })],
  [
    "is for an address that bounced",
    ({ sql }) => sql("update mail_addresses set bounced_at = now() where participant_id = $1", ana.id),
  ],
  ["is for a disabled person", ({ sql }) => sql("update participants set disabled_at = now() where id = $1", ana.id)],
])("[MAIL-1c] no e-mail about a message that %s", async (_why, happens) => {
  const staged = await stage();
  await staged.say("una");
  await happens(staged);
  startMail(api, server);
  await staged.settled();
  await staged.age(20);
  await staged.settled();
  expect(server.taken).toEqual([]);
});

test("[MAIL-1d] while its person is online or in quiet hours, an e-mail waits", async () => {
  const { say, age, settled, job } = await stage();
  const online = new Set([ana.id]);
  startMail(api, server, { online });
  await say("una");
  await settled();
  await age(16);
  await settled();
  expect([server.taken.length, (await job())?.wait]).toEqual([0, expect.closeTo(10, 0)]);
  online.clear();
  const quiet = { from: "00:00", to: "23:59", time_zone: "Europe/Bucharest" };
  await call(ana, "PUT", "/api/v1/me/notifications", { privacy: "what", quiet });
  await age(11);
  await settled();
  expect(server.taken).toEqual([]);
  await call(ana, "PUT", "/api/v1/me/notifications", { privacy: "what", quiet: null });
  await age(11);
  await expect.poll(() => server.taken.length).toBe(1);
});

test.each([
  ["who", "Mia Stan ți-a scris", "secretul"],
  ["nothing", "Mesaj nou la oferta", "Mia"],
])("[MAIL-6a] with the choice %j it says no more than notifications do", async (privacy, shown, hidden) => {
  const { say, age, settled } = await stage();
  await call(ana, "PUT", "/api/v1/me/notifications", { privacy, quiet: null });
  startMail(api, server);
  await say("secretul");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  const [mail] = server.taken;
  const words =
    mail === undefined
      ? ""
      : decoded(mail)
          .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gu, "$1")
          .replaceAll("_", " ");
  expect([words.includes(shown), words.includes(hidden), words.includes("secretul")]).toEqual([true, false, false]);
});

test("[MAIL-6] a photo comes as a small preview inside the e-mail, and at most 20 texts", async () => {
  const { say, age, settled } = await stage();
  for (let n = 1; n <= 21; n += 1) await say(`text ${n}.`);
  const { id } = await say("eticheta");
  await giveFile(api, id, {
    name: "etichetă.jpg",
    mime: "image/jpeg",
    content: Buffer.from("x"),
    preview: Buffer.from("RIFF....WEBP"),
  });
  startMail(api, server);
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  const [mail] = server.taken;
  const text = mail === undefined ? "" : decoded(mail);
  expect(text).toContain("Content-Type: image/webp");
  expect(/<img src="cid:[\w-]+" alt="etichetă.jpg"/u.test(text)).toBe(true);
  expect([text.includes("text 2."), text.includes("text 3."), text.includes("… și încă 2 mai vechi")]).toEqual([
    false,
    true,
    true,
  ]);
});

test("[MAIL-8][MAIL-8a][MAIL-8b] a relay that fails for a while is tried again; an address that does not exist is marked and audited", async () => {
  const { say, age, settled, job } = await stage();
  server.answers.data = 451;
  const { results, lines, mail } = startMail(api, server);
  await say("una");
  await settled();
  await age(16);
  await expect.poll(() => results).toEqual(["again"]);
  await expect.poll(job).toEqual({ attempts: 1, wait: expect.closeTo(1, 0) });
  expect(await mail.backlog()).toEqual({ waiting: 1, oldestSeconds: expect.any(Number) });
  Object.assign(server.answers, { data: null, recipient: 550 });
  await age(2);
  await expect.poll(() => results).toEqual(["again", "bounced"]);
  const { body } = await call(ana, "GET", "/api/v1/me/mail");
  expect(body.mail.bounced_at).not.toBeNull();
  const { rows } = await pool.query("select kind, by_kind, about_id from audit order by id desc limit 1");
  expect(rows).toEqual([{ kind: "account.mail-bounced", by_kind: "nobody", about_id: ana.id }]);
  expect(lines.join()).not.toMatch(/ana@example|una/u);
});

test("[MAIL-3c] staff who need a second factor get a link to the conversation that signs nobody in", async () => {
  const { say, age, settled, room, sql } = await stage();
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: offer });
  await sql(
    "insert into mail_addresses (participant_id, address) values ($1, 'radu@example.ro') on conflict (participant_id) do update set address = excluded.address",
    radu.id,
  );
  await sql("delete from mail_addresses where participant_id = $1", ana.id);
  startMail(api, server, { twoFactor: "staff" });
  await say("una");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  const [mail] = server.taken;
  expect(mail === undefined ? "" : decoded(mail)).toContain(`https://chat.piese.example/join/oferta.${offer}`);
  expect(
    (await pool.query("select from mail_links where participant_id = $1 and room_id = $2", [radu.id, room])).rowCount,
  ).toBe(0);
  await sql("delete from mail_addresses where participant_id = $1", radu.id);
});

test("[MAIL-1a] of two processes one sends, and what a process did not finish is sent after it", async () => {
  const { say, age, settled } = await stage();
  const [first, second] = [startMail(api, server), startMail(api, server)];
  await say("una");
  await settled();
  await age(16);
  await expect.poll(() => [...first.results, ...second.results]).toEqual(["sent"]);
  await Promise.all([first.stop(), second.stop()]);
  await say("două");
  await age(300);
  startMail(api, server);
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(2);
});

test("[MAIL-1f] messages of more than a day ago are no news for a server that starts", async () => {
  const { say, age, settled, sql, room, job } = await stage();
  await say("una");
  await age(2000);
  await sql("update rooms set active_minute = now() - interval '2 days' where id = $1", room);
  startMail(api, server);
  await expect.poll(async () => (await sql("select from mail_jobs where room_id = $1", room)).rowCount).toBe(0);
  await say("două");
  await settled();
  expect((await job())?.wait).toEqual(expect.closeTo(15, 0));
});
