import { expect, test } from "vitest";
import { answerMail, replyAddressOf, testMailSecret } from "../testing/inbound-mail.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { prepareMailRoom, startMail } from "../testing/mail-stage.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let verdict: "clean" | "unknown" = "clean";
const api = await startTestApi({ checkFile: () => Promise.resolve(verdict) });
const guarded = await startTestApi({ twoFactor: "staff" });
const { people, pool, call } = api;
const { ana, radu } = people;
const server = await startMailServer();
const inboundMail = { secret: testMailSecret, imapUrl: null };
const { room, say, age, settled } = await prepareMailRoom(api, 10_001);

const take = async ({ call: deliver }: TestApi, mail: string) =>
  await deliver(null, "POST", "/api/v1/mail/inbound", mail, {
    authorization: `Bearer ${testMailSecret}`,
    "content-type": "message/rfc822",
  });
const said = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ body: string }>(
    "select body from messages where room_id = $1 and author_id = $2 order by id",
    [room, ana.id],
  );
  return rows.map(({ body }) => body);
};

test("[INMAIL-1b][INMAIL-7] an e-mail takes answers, and its return path is the same address", async () => {
  startMail(api, server, { inboundMail });
  await say("Îl trimitem azi?");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.length).toBe(1);
  const [mail] = server.taken;
  const to = replyAddressOf(room, ana);
  expect(mail?.raw).toContain(`\r\nReply-To: ${to}\r\n`);
  expect(mail?.from).toBe(to);
  const { body } = await take(api, answerMail({ to, from: "ana@example.ro", text: "Da" }));
  expect([body, await said()]).toEqual([{ outcome: "published" }, ["Da"]]);
  server.taken.length = 0;
});

test("[INMAIL-3b] staff who need a second factor cannot answer by e-mail", async () => {
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  await pool.query("insert into mail_addresses (participant_id, address) values ($1, 'radu@example.ro')", [radu.id]);
  startMail(api, server, { inboundMail, twoFactor: "staff" });
  await say("Pentru personal");
  await settled();
  await age(16);
  await expect.poll(() => server.taken.find(({ to }) => to.includes("radu@example.ro"))).toBeDefined();
  const mail = server.taken.find(({ to }) => to.includes("radu@example.ro"));
  expect(mail?.raw).not.toContain("\r\nReply-To:");
  expect(mail?.from).toBe(replyAddressOf(room, radu));
  const staff = guarded.people.radu;
  await guarded.pool.query("insert into mail_addresses (participant_id, address) values ($1, 'radu@example.ro')", [
    staff.id,
  ]);
  const answer = answerMail({ to: replyAddressOf(1, staff), from: "radu@example.ro", text: "x" });
  expect((await take(guarded, answer)).body).toEqual({ outcome: "refused" });
  expect(guarded.noted.at(-1)).toEqual({
    event: "mail.refused",
    who: staff.id,
    by: "nobody",
    what: "second-factor",
    from: "mail",
  });
});

test("[INMAIL-8a] an e-mail that cannot be stored now is asked for again, and only what is missing is published", async () => {
  const before = await said();
  const body = `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\ncu fișa\n--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=a.dat\n\nx\n--b--\n`;
  const mail = answerMail({ to: replyAddressOf(room, ana), from: "ana@example.ro", body });
  verdict = "unknown";
  const { status, headers } = await take(api, mail);
  expect([status, headers["retry-after"]]).toEqual([503, expect.any(String)]);
  expect((await said()).slice(before.length)).toEqual(["cu fișa"]);
  verdict = "clean";
  expect((await take(api, mail)).body).toEqual({ outcome: "published" });
  expect((await said()).slice(before.length)).toEqual(["cu fișa", ""]);
});
