import { randomUUID } from "node:crypto";
import type { Message } from "@cuplaj/protocol/message.ts";
import { describe, expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { giveFile } from "../testing/stored-files.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts, pool } = api;
const { ana, mihai, radu, mia, admin } = people;
const { makeRoom, say, act, open, everywhere, sync } = createActing(api);
type Named = Pick<Message, "id">;

const path = (room: number | string, { id }: Named) => `/api/v1/chat/${room}/message/${id}`;
const edit = (person: typeof ana | null, room: number | string, message: Named, text: unknown) =>
  call(person, "PUT", path(room, message), { message: text });
const listEdits = (person: typeof ana, room: number, message: Named, page = 1) =>
  call(person, "GET", `${path(room, message)}/edits/${page}`);

describe("editing", () => {
  test("[MSG-7][MSG-7a] an author changes a message's text, the same in every response, live and later", async () => {
    const { id, offer, message } = await makeRoom([radu]);
    await act(radu, id, message, "like");
    broadcasts.length = 0;
    const edited = await edit(ana, `oferta.${offer}`, message, "  Altceva\r\nde fapt ");
    expect(edited).toMatchObject({ status: 200, body: { message: { id: message.id, message: "Altceva\nde fapt" } } });
    const changed: Message = edited.body.message;
    expect(changed).toMatchObject({ seq: message.seq, timestamp: message.timestamp, likes_total: 1, unread: false });
    expect(changed.edited_at).toMatch(/^20.*Z$/u);
    for (const shown of await everywhere(radu, id, message))
      expect(shown.message).toEqual({ ...changed, unread: true });
    const by = { id: ana.id, name: ana.name, type: "customer" };
    expect(broadcasts).toMatchObject([
      {
        event: "MessageUpdated",
        data: { message: { ...changed, unread: true }, by, room: { last_seq: changed.updated_seq } },
      },
    ]);
    expect(await sync(radu, id, changed.updated_seq - 1)).toEqual([
      { event: "MessageUpdated", seq: changed.updated_seq, data: broadcasts[0]?.data },
    ]);
  });

  test("[MSG-7a] the same text changes and logs nothing, and returns the message", async () => {
    const { id, message } = await makeRoom([radu]);
    const { body } = await edit(ana, id, message, "Altceva");
    broadcasts.length = 0;
    for (const same of ["Altceva", " Altceva\n"])
      expect(await edit(ana, id, message, same)).toMatchObject({ status: 200, body });
    expect([broadcasts, (await open(ana, id)).last_seq]).toEqual([[], body.message.updated_seq]);
    expect((await pool.query("select from message_edits where room_id = $1", [id])).rowCount).toBe(1);
  });

  test("[MSG-7h] does not reorder the room list or mark anything read; editing the newest message changes its preview", async () => {
    const { id, message } = await makeRoom([radu]);
    const before = (await everywhere(radu, id, message))[0]?.room;
    await edit(ana, id, message, "Altceva");
    const after = (await everywhere(radu, id, message))[0]?.room;
    expect(after).toMatchObject({
      updated_at: before?.updated_at,
      unread_count: before?.unread_count,
      read_seq: before?.read_seq,
    });
    expect(after?.messages[0]?.message).toBe("Altceva");
  });

  test("[MSG-7] outsiders get 404, other members 403, whatever the text", async () => {
    const { id, message } = await makeRoom([mia]);
    const elsewhere = await makeRoom([mia]);
    for (const text of ["Altceva", "x".repeat(4001), ""]) {
      expect((await edit(null, id, message, text)).status).toBe(401);
      expect((await edit(mihai, id, message, text)).status).toBe(404);
      expect((await edit(mia, id, message, text)).status).toBe(403);
      expect((await edit(admin, id, message, text)).status).toBe(403);
      expect((await edit(ana, elsewhere.id, message, text)).status).toBe(404);
      expect((await edit(ana, id, { id: 999_999 }, text)).status).toBe(404);
    }
    expect((await open(ana, id)).messages.at(-1)).toMatchObject({ message: message.message });
  });

  test("[MSG-7] people who left or may no longer publish are refused", async () => {
    const { id, offer } = await makeRoom([mia]);
    const message = await say(mia, id);
    await pool.query(
      "update roles set permissions = array_remove(permissions, 'messages.publish') where name = 'Agent'",
    );
    for (const method of ["PUT", "DELETE"] as const)
      expect((await call(mia, method, path(id, message), method === "PUT" ? { message: "x" } : undefined)).status).toBe(
        403,
      );
    await pool.query(
      "update roles set permissions = array_append(permissions, 'messages.publish') where name = 'Agent'",
    );
    await call(mia, "POST", `/api/v1/leave/${id}`);
    for (const method of ["PUT", "DELETE"] as const)
      expect((await call(mia, method, path(id, message), method === "PUT" ? { message: "x" } : undefined)).status).toBe(
        404,
      );
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offer });
    expect((await edit(mia, id, message, "x")).status).toBe(200);
  });

  test.each(["", " \n ", "x".repeat(4001), "a\u0000b", "\u200b"])(
    "[MSG-7a] an invalid text (%j) is 422",
    async (text) => {
      const { id, message } = await makeRoom([]);
      expect(await edit(ana, id, message, text)).toMatchObject({
        status: 422,
        body: { errors: { message: expect.anything() } },
      });
      expect((await edit(ana, id, message, 7)).status).toBe(422);
      expect((await open(ana, id)).messages.at(-1)).not.toHaveProperty("edited_at");
    },
  );

  test("[MSG-7a] a message with a file may lose its text, and the file stays", async () => {
    const { id, message } = await makeRoom([]);
    await giveFile(api, message.id, { name: "a.pdf", mime: "application/pdf", content: Buffer.from("a") });
    const { status, body } = await edit(ana, id, message, "  ");
    expect([status, body.message.message, body.message.messages_file.name]).toEqual([200, "", "a.pdf"]);
  });

  test("[MSG-7a] concurrent edits log one entry each, in one order for all", async () => {
    const { id, message } = await makeRoom([radu]);
    broadcasts.length = 0;
    const texts = Array.from({ length: 12 }, (_, n) => `textul ${n}`);
    await Promise.all(texts.map((text) => edit(ana, id, message, text)));
    const changed = broadcasts.map(({ data }) => (data as { message: Message }).message);
    expect(changed.map(({ updated_seq: seq }) => seq)).toEqual(changed.map((_, n) => message.seq + 1 + n));
    expect((await open(radu, id)).messages.at(-1)?.message).toBe(changed.at(-1)?.message);
    const { edits, total } = (await listEdits(admin, id, message)).body;
    expect(total).toBe(12);
    expect(edits.map(({ message: text }: { message: string }) => text)).toEqual(
      ["salut", ...changed.slice(0, -1).map(({ message: text }) => text)].toReversed(),
    );
    expect(await findBrokenInvariants(pool)).toEqual([]);
  });

  test("[MSG-2a][MSG-7a] the same `client_id` again returns the current message", async () => {
    const { id } = await makeRoom([]);
    const sent = { message: "Prima", client_id: randomUUID() };
    const { message } = (await call(ana, "POST", `/api/v1/publish/${id}`, sent)).body;
    await edit(ana, id, message, "A doua");
    const again = await call(ana, "POST", `/api/v1/publish/${id}`, sent);
    expect([again.status, again.body.message.id, again.body.message.message]).toEqual([200, message.id, "A doua"]);
  });
});

describe("earlier texts", () => {
  test("[MSG-7e] newest first, 50 a page, with when each was replaced", async () => {
    const { id, message } = await makeRoom([]);
    expect((await listEdits(admin, id, message)).body).toEqual({ edits: [], total: 0, page: 1 });
    for (let n = 1; n <= 52; n += 1) await edit(ana, id, message, `textul ${n}`);
    const first = (await listEdits(admin, id, message)).body;
    expect(first).toMatchObject({ total: 52, page: 1 });
    expect(first.edits).toHaveLength(50);
    expect(first.edits[0]).toEqual({ message: "textul 51", replaced_at: expect.stringMatching(/^20.*Z$/u) });
    expect((await listEdits(admin, id, message, 2)).body.edits).toMatchObject([
      { message: "textul 1" },
      { message: "salut" },
    ]);
    expect((await listEdits(admin, id, message, 3)).body.edits).toEqual([]);
  });

  test("[MSG-7e] only for holders of `audit.view` who may see the room; a visit is audited", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    await edit(ana, id, message, "Altceva");
    for (const member of [ana, radu, mia]) expect((await listEdits(member, id, message)).status).toBe(403);
    expect((await listEdits(mihai, id, message)).status).toBe(404);
    expect((await listEdits(admin, id, { id: 999_999 })).status).toBe(404);
    expect((await listEdits(admin, id + 1, message)).status).toBe(404);
    api.noted.length = 0;
    expect((await listEdits(admin, id, message)).status).toBe(200);
    expect(api.noted).toHaveLength(1);
  });
});
