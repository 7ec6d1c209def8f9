import { expect, test } from "vitest";
import { replyAddressOf, testMailSecret } from "../testing/inbound-mail.ts";
import { hostileMails } from "../testing/hostile/hostile-mails.ts";
import { startTestApi } from "../testing/test-api.ts";

const { call, people, pool } = await startTestApi();
const { ana, mia } = people;
const room: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await pool.query("insert into mail_addresses (participant_id, address) values ($1, 'ana@example.ro')", [ana.id]);

const deliver = async (raw: string | Buffer) =>
  await call(null, "POST", "/api/v1/mail/inbound", raw, {
    authorization: `Bearer ${testMailSecret}`,
    "content-type": "message/rfc822",
  });

async function after(seq: number): Promise<{ said: string[]; seq: number }> {
  const { rows } = await pool.query<{ seq: number; body: string; name: string | null; author_id: number }>(
    `select m.seq, m.body, f.name, m.author_id from messages m left join files f on f.id = m.file_id
     where m.room_id = $1 and m.seq > $2 order by m.seq`,
    [room, seq],
  );
  expect(rows.every(({ author_id: author }) => author === ana.id)).toBe(true);
  return { said: rows.map(({ body, name }) => (name === null ? body : `[${name}]`)), seq: rows.at(-1)?.seq ?? seq };
}

test("[INMAIL-8] each hostile e-mail becomes what it says to its reader, or nothing", async () => {
  const mails = hostileMails({ to: replyAddressOf(room, ana), from: "ana@example.ro" });
  let { seq } = await after(0);
  const wrong: unknown[] = [];
  for (const { title, raw, said: expected } of mails) {
    const { status, body } = await deliver(raw);
    const now = await after(seq);
    seq = now.seq;
    const said = now.said.map((each) => each.slice(0, 200));
    const isRight = status === 200 && JSON.stringify(said) === JSON.stringify(expected);
    if (!isRight) wrong.push({ title, status, outcome: body.outcome ?? body, said });
  }
  expect(wrong).toEqual([]);
  expect((await call(mia, "GET", "/api/v1/me")).status).toBe(200);
});
