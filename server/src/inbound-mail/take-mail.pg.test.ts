import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { answerMail, multipart, replyAddressOf, testMailSecret } from "../testing/inbound-mail.ts";
import type { Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const checkFile = (path: string) =>
  Promise.resolve(readFileSync(path, "latin1").includes("EICAR") ? ("infected" as const) : ("clean" as const));
const api = await startTestApi({ checkFile, quota: { perPersonMax: 100_000, installationMax: null } });
const { call, people, pool, noted, mailOutcomes, broadcasts } = api;
const { ana, mia, vlad } = people;
const room: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await pool.query(
  "insert into mail_addresses (participant_id, address) values ($1, 'ana@Example.ro'), ($2, 'vlad@example.ro'), ($3, 'mia@example.ro')",
  [ana.id, vlad.id, mia.id],
);
const to = replyAddressOf(room, ana);
const from = "Ana@example.ro";
const type = "application/octet-stream";
const attached = (name: string) => ({ "Content-Disposition": `attachment; filename="${name}"` });

beforeEach(() => {
  noted.length = 0;
  mailOutcomes.length = 0;
});

const deliver = async (mail: string, secret = testMailSecret) =>
  await call(null, "POST", "/api/v1/mail/inbound", mail, {
    authorization: `Bearer ${secret}`,
    "content-type": "message/rfc822",
  });
const take = async (mail: string): Promise<string> => {
  const { status, body } = await deliver(mail);
  if (status !== 200) throw new Error(`takeMail answered ${status}`);
  return body.outcome;
};
const refusals = () => noted.filter(({ event }) => event === "mail.refused").map(({ who, what }) => [who, what]);

async function said(): Promise<string[]> {
  const { body } = await call(ana, "GET", `/api/v1/chat/${room}/1`);
  return body.data.messages.map(
    ({ message, messages_file: file }: { message: string; messages_file: { name: string } | null }) =>
      file === null ? message : `[${file.name}] ${message}`,
  );
}

/** The texts that the work adds to the room. */
async function added(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await said()).length;
  await work();
  return (await said()).slice(before);
}

test("[INMAIL-1] an answer becomes its person's message, which others get live", async () => {
  broadcasts.length = 0;
  const mail = answerMail({ to, from, text: "Da, trimiteți.\n\nOn 1 Dec 2026 at 10:15, Piese Auto wrote:\n> Azi?\n" });
  expect(await added(async () => expect(await take(mail)).toBe("published"))).toEqual(["Da, trimiteți."]);
  const { rows } = await pool.query("select author_id from messages where room_id = $1 order by id desc limit 1", [
    room,
  ]);
  expect(rows).toEqual([{ author_id: ana.id }]);
  await expect.poll(() => broadcasts.some(({ data }) => JSON.stringify(data).includes("Da, trimiteți."))).toBe(true);
  expect([mailOutcomes, refusals()]).toEqual([["published"], []]);
});

test("[INMAIL-1a] needs the secret, and nothing is read without it", async () => {
  const mail = answerMail({ to, from, text: "nu" });
  expect(await added(async () => expect((await deliver(mail, "wrong")).status).toBe(401))).toEqual([]);
  expect(mailOutcomes).toEqual([]);
});

test("[INMAIL-6] the same e-mail again, even at once, is one message", async () => {
  const mail = answerMail({
    to,
    from,
    text: "o dată",
    body: multipart("mixed", [
      { type: "text/plain; charset=utf-8", content: "o dată" },
      { type, content: "bytes", headers: attached("lista.dat") },
    ]),
  });
  const outcomes: string[] = [];
  const shown = await added(async () => {
    outcomes.push(...(await Promise.all([take(mail), take(mail)])), await take(mail));
  });
  expect(shown.toSorted()).toEqual(["[lista.dat] ", "o dată"]);
  expect(outcomes.at(-1)).toBe("repeated");
});

test("[INMAIL-6] e-mails without a Message-ID are told apart by their bytes", async () => {
  const bare = (text: string) => answerMail({ to, from, text }).replace(/Message-ID: .*\r\n/u, "");
  const [one, two] = [bare("unu"), bare("doi")];
  const outcomes = [await take(one), await take(two), await take(one)];
  expect(outcomes).toEqual(["published", "published", "repeated"]);
});

test("[INMAIL-2] only from the address that the e-mail went to, in any case", async () => {
  for (const sender of ["vlad@example.ro", "ana@example.ro.evil.example", "ana@evil.example"]) {
    expect(
      await added(async () => expect(await take(answerMail({ to, from: sender, text: "x" }))).toBe("refused")),
    ).toEqual([]);
  }
  const forged = { to, from: "vlad@example.ro", text: "x" };
  await take(answerMail({ ...forged, headers: { From: `"ana@example.ro" <vlad@example.ro>` } }));
  await take(answerMail({ ...forged, headers: { From: ["ana@example.ro", "vlad@example.ro"] } }));
  await take(answerMail({ ...forged, headers: { From: "ana@example.ro, vlad@example.ro" } }));
  await take(answerMail({ ...forged, headers: { From: "Toți: ana@example.ro;" } }));
  await take(answerMail({ ...forged, headers: { "Reply-To": "ana@example.ro", Sender: "ana@example.ro" } }));
  expect(refusals()).toEqual(Array.from({ length: 8 }, () => [ana.id, "other-sender"]));
});

test("[INMAIL-2a] only to a reply address with a right signature, of one person and room", async () => {
  const others = [
    "chat@piese.example",
    to.replace(/\.[a-z2-7]{16}@/u, ".aaaaaaaaaaaaaaaa@"),
    to.replace(`+r${room}.`, `+r${room + 1}.`),
    to.replace("@piese.example", "@evil.example"),
    to.replace("chat+", "other+"),
  ];
  for (const other of others) expect(await take(answerMail({ to: other, from, text: "x" }))).toBe("refused");
  expect(refusals()).toEqual(others.map(() => [null, "no-reply-address"]));
  const two = answerMail({ to, from, text: "x", headers: { Cc: replyAddressOf(room, vlad) } });
  expect(await take(two)).toBe("refused");
  expect(refusals().at(-1)).toEqual([null, "several-reply-addresses"]);
  expect(
    await take(answerMail({ to: "ana@example.ro", from, text: "x", headers: { "Delivered-To": to.toUpperCase() } })),
  ).toBe("published");
});

test("[INMAIL-3a] refuses what programs and lists send", async () => {
  const automatic: Record<string, string>[] = [
    { "Auto-Submitted": "auto-replied" },
    { "Auto-Submitted": "auto-generated; x=y" },
    { Precedence: "bulk" },
    { Precedence: "junk" },
    { "X-Auto-Response-Suppress": "OOF, DR" },
    { "List-Id": "<lista.example.ro>" },
    { "Return-Path": "<>" },
    { "X-Autoreply": "yes" },
    { Subject: "Răspuns automat: plecat" },
    { Subject: "=?utf-8?B?UsSDc3B1bnMgYXV0b21hdDogcGxlY2F0?=" },
  ];
  for (const headers of automatic) expect(await take(answerMail({ to, from, text: "x", headers }))).toBe("refused");
  expect(refusals()).toEqual(automatic.map(() => [ana.id, "automatic"]));
  expect(await take(answerMail({ to, from, text: "om", headers: { "Auto-Submitted": "no" } }))).toBe("published");
});

test("[INMAIL-3][INMAIL-3c] only members who may publish, and are not disabled", async () => {
  const stranger = replyAddressOf(room, vlad);
  expect(await take(answerMail({ to: stranger, from: "vlad@example.ro", text: "x" }))).toBe("refused");
  await pool.query("update participants set disabled_at = now() where id = $1", [ana.id]);
  expect(await take(answerMail({ to, from, text: "x" }))).toBe("refused");
  await pool.query("update participants set disabled_at = null where id = $1", [ana.id]);
  const noAddress = replyAddressOf(room, people.radu);
  expect(await take(answerMail({ to: noAddress, from: "radu@example.ro", text: "x" }))).toBe("refused");
  expect(refusals()).toEqual([
    [vlad.id, "not-allowed"],
    [ana.id, "not-allowed"],
    [people.radu.id, "other-sender"],
  ]);
});

test("[INMAIL-4a] an e-mail with neither text nor attachment is refused", async () => {
  for (const text of ["", "\n> doar un citat\n", "-- \nAna", "\u200b \u00a0", "Trimis de pe iPhone-ul meu"])
    expect(await take(answerMail({ to, from, text }))).toBe("refused");
  expect(refusals().map(([, what]) => what)).toEqual(Array.from({ length: 5 }, () => "empty"));
});

test("[INMAIL-4b][INMAIL-4c] a long text becomes at most three messages, in order", async () => {
  const long = Array.from({ length: 1000 }, (_, index) => `rând ${index}`).join("\n");
  const shown = await added(async () => expect(await take(answerMail({ to, from, text: long }))).toBe("published"));
  expect([shown.length, shown.join("\n")]).toEqual([Math.ceil(long.length / 4000), long]);
  const tooLong = answerMail({ to, from, text: "cuvânt ".repeat(2000) });
  expect(await added(async () => expect(await take(tooLong)).toBe("refused"))).toEqual([]);
  expect(refusals()).toEqual([[ana.id, "too-long"]]);
});

const mixed = (...parts: Parameters<typeof multipart>[1]) =>
  multipart("mixed", [{ type: "text/plain; charset=utf-8", content: "cu fișiere" }, ...parts]);

test("[INMAIL-5] attachments become messages with a file, after the text", async () => {
  const body = mixed(
    { type, content: "unu", headers: attached("a.dat") },
    { type: "text/plain", content: "doi", headers: attached("../../etc/b.txt") },
  );
  const shown = await added(async () => expect(await take(answerMail({ to, from, body }))).toBe("published"));
  expect(shown).toEqual(["cu fișiere", "[a.dat] ", "[b.txt] "]);
});

test("[INMAIL-5b] an attachment that is refused costs only itself", async () => {
  const body = mixed(
    { type, content: "EICAR", headers: attached("virus.exe") },
    {
      type: "image/jpeg",
      content: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(6000)]),
      headers: attached("stricat.jpg"),
    },
    { type, content: Buffer.alloc(100_001, 1), headers: attached("mare.dat") },
    { type, content: "bun", headers: attached("bun.dat") },
  );
  const shown = await added(async () => expect(await take(answerMail({ to, from, body }))).toBe("published"));
  expect(shown).toEqual(["cu fișiere", "[bun.dat] "]);
  expect(refusals()).toEqual([
    [ana.id, "attachment infected"],
    [ana.id, "attachment invalid"],
    [ana.id, "attachment quota_full"],
  ]);
});

test("[INMAIL-5] at most ten attachments are taken", async () => {
  const parts = Array.from({ length: 14 }, (_, index) => ({
    type,
    content: `${index}`,
    headers: attached(`${index}.dat`),
  }));
  const shown = await added(async () =>
    expect(await take(answerMail({ to, from, body: mixed(...parts) }))).toBe("published"),
  );
  expect(shown).toHaveLength(11);
});

const report = (status: string, recipient: string) =>
  multipart("report; report-type=delivery-status", [
    { type: "text/plain", content: "Nu s-a livrat." },
    {
      type: "message/delivery-status",
      content: `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${recipient}\nAction: failed\nStatus: ${status}\n`,
      headers: { "Content-Transfer-Encoding": "base64" },
    },
  ]);
const bounce = (person: Person, status: string, recipient: string) =>
  answerMail({
    to: replyAddressOf(room, person),
    from: "mailer-daemon@mx.example",
    headers: { "Return-Path": "<>" },
    body: report(status, recipient),
  });

test("[INMAIL-7] a delivery report marks the address of its person, and is told to administrators", async () => {
  const marked = async () =>
    (
      await pool.query("select bounced_at is not null as is_marked from mail_addresses where participant_id = $1", [
        mia.id,
      ])
    ).rows[0].is_marked;
  const others = [
    bounce(mia, "4.4.7", "mia@example.ro"),
    bounce(mia, "5.2.2", "mia@example.ro"),
    bounce(mia, "5.1.1", "ana@example.ro"),
  ];
  for (const mail of others) expect(await take(mail)).toBe("refused");
  expect(await marked()).toBe(false);
  expect(await take(bounce(mia, "5.1.1", "MIA@example.ro"))).toBe("bounce");
  expect(await marked()).toBe(true);
  const { rows } = await pool.query("select kind from audit where about_id = $1 and kind like '%bounced'", [mia.id]);
  expect(rows).toEqual([{ kind: "account.mail-bounced" }]);
});
