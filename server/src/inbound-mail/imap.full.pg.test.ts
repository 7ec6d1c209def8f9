import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { answerMail, replyAddressOf, testInboundMail } from "../testing/inbound-mail.ts";
import { startImapServer } from "../testing/imap-server.ts";
import { startTestApi } from "../testing/test-api.ts";
import { ImapBox } from "./imap-box.ts";
import type { TakeMail } from "./take-mail.ts";

const outcomes: string[] = [];
const lines: string[] = [];
let taking: { readonly takeMail: TakeMail; readonly refuseTooLarge: () => void } | null = null;
const api = await startTestApi({
  inboundMail: { ...testInboundMail(outcomes), connect: (take) => void (taking = take) },
});
const { call, people, pool } = api;
const room: number = (await call(people.ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await pool.query("insert into mail_addresses (participant_id, address) values ($1, 'ana@example.ro')", [people.ana.id]);
const answer = (text: string) => answerMail({ to: replyAddressOf(room, people.ana), from: "ana@example.ro", text });

/** Waits between rounds are short, so that a failed connection is soon tried again. */
const quickClock: typeof systemClock = {
  ...systemClock,
  setTimeout: (run, ms) => systemClock.setTimeout(run, ms === 60_000 ? 200 : ms),
};

function watch(url: string): ImapBox {
  if (taking === null) throw new Error("nothing takes e-mails");
  const note = (fields: object, text: string) => void lines.push(JSON.stringify({ ...fields, text }));
  const box = new ImapBox({ url, ...taking, clock: quickClock, log: { warn: note, error: note } as never });
  box.start();
  onTestFinished(() => box.stop());
  return box;
}

const said = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ body: string }>("select body from messages where room_id = $1 order by id", [
    room,
  ]);
  return rows.map(({ body }) => body);
};

test("[INMAIL-9] answers in a mailbox of a real IMAP server are taken once, before and after it was away", async (context) => {
  const server = await startImapServer(context);
  server.deliver(answer("înainte"));
  const boxes = [watch(server.url), watch(server.url)];
  await expect.poll(said).toEqual(["înainte"]);
  server.deliver(answer("apoi"));
  server.deliver("Subject: reclamă\r\nFrom: x@example.com\r\n\r\nx");
  await expect.poll(said).toEqual(["înainte", "apoi"]);
  await expect.poll(() => server.seen()).toBe(3);
  await server.stop();
  server.deliver(answer("după"));
  await server.startAgain();
  await expect.poll(said).toEqual(["înainte", "apoi", "după"]);
  await expect.poll(() => server.seen()).toBe(4);
  await boxes[0]?.stop();
  server.deliver(answer("unul"));
  await expect.poll(said).toEqual(["înainte", "apoi", "după", "unul"]);
  expect(outcomes.filter((outcome) => outcome === "published")).toHaveLength(4);
  expect(lines.join("\n")).not.toMatch(/parola|grea/u);
});
