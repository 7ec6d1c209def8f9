import { randomUUID } from "node:crypto";
import type { Message } from "@cuplaj/protocol/message.ts";
import { describe, expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { giveFile } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";
import { listenForUploads } from "../testing/upload-calls.ts";

const api = await startTestApi();
const { people, call, broadcasts, pool, app } = api;
const { ana, mihai, radu, mia } = people;
const { makeRoom, say, everywhere, sync } = createActing(api);
const { send, sendForm } = await listenForUploads(app);

const reply = (person: typeof ana, room: number | string, to: unknown, more: object = {}) =>
  call(person, "POST", `/api/v1/publish/${room}`, { message: "Da", reply_to: to, ...more });
const change = (room: number, { id }: Pick<Message, "id">, text: string | null) =>
  call(
    ana,
    text === null ? "DELETE" : "PUT",
    `/api/v1/chat/${room}/message/${id}`,
    text === null ? undefined : { message: text },
  );
const stored = async () => (await pool.query("select from messages")).rowCount;

describe("replying", () => {
  test("[MSG-8] a reply quotes a message of its room, the same in every response, live and later", async () => {
    const { id, offer, message } = await makeRoom([radu]);
    broadcasts.length = 0;
    const sent = await reply(radu, `oferta.${offer}`, message.id);
    const author = { id: ana.id, name: ana.name, type: "customer" };
    const quote = { id: message.id, seq: message.seq, author, excerpt: "salut", deleted: false };
    expect([sent.status, sent.body.message.reply_to]).toEqual([201, quote]);
    expect(broadcasts).toMatchObject([{ event: "ChatMessage", data: { message: { reply_to: quote } } }]);
    for (const shown of await everywhere(ana, id, sent.body.message)) expect(shown.message?.reply_to).toEqual(quote);
    for (const shown of await everywhere(ana, id, message)) expect(shown.message?.reply_to).toBeUndefined();
  });

  test("[MSG-8] a quote has 140 characters of the text, or the type of the file, and follows edits", async () => {
    const { id } = await makeRoom([radu]);
    const long = `🚗${"ș".repeat(200)}`;
    const message = await say(ana, id, long);
    const answer = (await reply(radu, id, message.id)).body.message;
    expect(answer.reply_to).toMatchObject({ excerpt: Array.from(long).slice(0, 140).join("") });
    await giveFile(api, message.id, { name: "a.png", mime: "image/png", content: Buffer.from("a") });
    await change(id, message, "");
    for (const shown of await everywhere(radu, id, answer))
      expect(shown.message?.reply_to).toMatchObject({ excerpt: "", mime: "image/png", deleted: false });
    expect((await sync(radu, id, answer.seq - 1))[0]).toMatchObject({
      data: { message: { reply_to: { excerpt: "" } } },
    });
  });

  test("[MSG-8a] a reply to a message deleted before or after remains, without a quote of its text", async () => {
    const { id, message } = await makeRoom([radu]);
    await giveFile(api, message.id, { name: "a.png", mime: "image/png", content: Buffer.from("a") });
    const before = (await reply(radu, id, message.id)).body.message;
    await change(id, message, null);
    const after = await reply(radu, id, message.id);
    const author = { id: ana.id, name: ana.name, type: "customer" };
    const quote = { id: message.id, seq: message.seq, author, excerpt: "", deleted: true };
    expect([after.status, after.body.message.reply_to]).toEqual([201, quote]);
    for (const shown of await everywhere(ana, id, before))
      expect(shown.message === undefined || shown.message.reply_to).toEqual(shown.message === undefined ? true : quote);
  });

  test("[MSG-8] a reply that is edited or deleted still names the message it replied to", async () => {
    const { id, message } = await makeRoom([radu]);
    const { message: answer } = (await reply(ana, id, message.id)).body;
    expect((await change(id, answer, "Nu")).body.message.reply_to).toEqual(answer.reply_to);
    expect((await change(id, answer, null)).body.message.reply_to).toEqual(answer.reply_to);
  });

  test("[MSG-8a] a reply to an unknown message is 422 to those who may publish there, and the usual refusal to others", async () => {
    const { id, message } = await makeRoom([radu]);
    const elsewhere = await makeRoom([mia]);
    const before = await stored();
    for (const to of [elsewhere.message.id, 999_999_999])
      expect(await reply(ana, id, to)).toMatchObject({
        status: 422,
        body: { errors: { reply_to: expect.anything() } },
      });
    for (const to of ["x", 0, -1, null, 1.5]) expect((await reply(ana, id, to)).status).toBe(422);
    for (const to of [message.id, elsewhere.message.id, 999_999_999]) {
      expect((await reply(mihai, id, to)).status).toBe(404);
      expect((await reply(people.admin, id, to)).status).toBe(403);
    }
    expect(await stored()).toBe(before);
  });

  test("[MSG-2a][MSG-8a] the same `client_id` again returns the first message and its quote", async () => {
    const { id, message } = await makeRoom([radu]);
    const key = { client_id: randomUUID() };
    const first = await reply(radu, id, message.id, key);
    const again = await reply(radu, id, message.id, key);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const racing = { client_id: randomUUID() };
    const raced = await Promise.all(Array.from({ length: 5 }, () => reply(radu, id, message.id, racing)));
    expect(new Set(raced.map(({ body }) => JSON.stringify(body.message))).size).toBe(1);
  });

  test("[WRITE-1][MSG-8] replies stored in one batch with other messages quote the right one", async () => {
    const { id, message } = await makeRoom([radu]);
    const other = await say(radu, id, "altul");
    const wanted = Array.from({ length: 30 }, (_, n) => [undefined, message, other][n % 3]);
    const answers = await Promise.all(
      wanted.map((to) =>
        call(to === other ? ana : radu, "POST", `/api/v1/publish/${id}`, {
          message: "x",
          ...(to && { reply_to: to.id }),
        }),
      ),
    );
    expect(answers.map(({ body }) => body.message.reply_to?.id)).toEqual(wanted.map((to) => to?.id));
  });

  test("[MSG-8] a quote taken during an edit or deletion is never older than the reply's place in the log", async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      const { id, message } = await makeRoom([radu]);
      broadcasts.length = 0;
      await Promise.all([reply(radu, id, message.id), change(id, message, turn % 2 === 0 ? null : "Altceva")]);
      const said = broadcasts.findIndex(({ event }) => event === "ChatMessage");
      const data = broadcasts[said]?.data as { message: Message } | undefined;
      expect(data?.message.reply_to?.excerpt).toBe(said === 0 ? "salut" : turn % 2 === 0 ? "" : "Altceva");
    }
  });
});

describe("replying with a file", () => {
  test("[MSG-8a] a form accepts `reply_to` before or after the file, and invalid values are 422", async () => {
    const { id, message } = await makeRoom([radu]);
    const elsewhere = await makeRoom([]);
    const file = ["attachment", { name: "a.txt", bytes: Buffer.from("piesa") }] as const;
    const url = `/api/v1/publish/${id}/upload`;
    const to = ["reply_to", String(message.id)] as const;
    for (const fields of [
      [to, file],
      [file, to, ["client_id", randomUUID()] as const],
    ]) {
      const { status, body } = await sendForm(radu, url, fields);
      expect([status, body.message.reply_to, body.message.messages_file.name]).toMatchObject([
        201,
        { id: message.id },
        "a.txt",
      ]);
    }
    const before = [await stored(), (await pool.query("select from files")).rowCount];
    for (const wrong of ["x", "0", "", "1.5", "999999999", String(elsewhere.message.id), "9".repeat(20)]) {
      const { status, body } = await sendForm(radu, url, [["reply_to", wrong], file]);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["reply_to"]]);
    }
    expect((await sendForm(radu, url, [to, to, file])).status).toBe(422);
    expect([await stored(), (await pool.query("select from files")).rowCount]).toEqual(before);
  });

  test("[MSG-8a] a finished upload accepts `reply_to` too", async () => {
    const { id, message } = await makeRoom([radu]);
    const bytes = Buffer.from("piesa");
    const tus = { "tus-resumable": "1.0.0" };
    const made = await send(radu, "POST", "/api/v1/uploads", {
      headers: { ...tus, "upload-length": String(bytes.length) },
    });
    const location = String(made.headers["location"]);
    const patch = { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
    expect((await send(radu, "PATCH", location, { headers: patch, body: bytes })).status).toBe(204);
    const upload = location.split("/").at(-1);
    const publish = async (to: unknown) =>
      await send(radu, "POST", `/api/v1/publish/${id}/upload`, {
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify({ upload, client_id: randomUUID(), reply_to: to })),
      });
    expect((await publish(999_999_999)).status).toBe(422);
    const { status, body } = await publish(message.id);
    expect([status, body.message.reply_to]).toMatchObject([201, { id: message.id, excerpt: "salut" }]);
  });
});
