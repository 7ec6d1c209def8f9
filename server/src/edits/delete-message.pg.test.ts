import { randomUUID } from "node:crypto";
import type { Message } from "@cuplaj/protocol/message.ts";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { Sweep } from "../files/storage/sweep.ts";
import { createSweepStore } from "../files/storage/sweep.pg.ts";
import { createActing } from "../testing/acting.ts";
import { findBrokenInvariants } from "../testing/growth/check-growth.ts";
import { findInDatabase } from "../testing/find-in-database.ts";
import { giveFile, objectsIn } from "../testing/stored-files.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts, pool, files } = api;
const { ana, mihai, radu, mia, admin } = people;
const { makeRoom, say, act, handOver, open, everywhere, sync } = createActing(api);
type Named = Pick<Message, "id">;

const path = (room: number, { id }: Named) => `/api/v1/chat/${room}/message/${id}`;
const remove = (person: typeof ana | null, room: number, message: Named) => call(person, "DELETE", path(room, message));
const edit = (person: typeof ana, room: number, message: Named, text: string) =>
  call(person, "PUT", path(room, message), { message: text });

describe("deleting", () => {
  test("[MSG-7b] leaves only its place, the same in every response, live and later", async () => {
    const { id, message } = await makeRoom([radu]);
    await act(radu, id, message, "like");
    await edit(ana, id, message, "Altceva");
    broadcasts.length = 0;
    const deleted = await remove(ana, id, message);
    const changed: Message = deleted.body.message;
    expect([deleted.status, changed]).toMatchObject([
      200,
      { id: message.id, seq: message.seq, message: "", unread: false },
    ]);
    expect(changed).toMatchObject({ customer: { id: ana.id }, timestamp: message.timestamp, likes_total: 1 });
    expect([changed.deleted_at, changed.edited_at]).toEqual([expect.stringMatching(/^20.*Z$/u), undefined]);
    for (const shown of await everywhere(radu, id, message)) expect(shown.message).toEqual(changed);
    expect(broadcasts).toMatchObject([
      {
        event: "MessageUpdated",
        data: { message: changed, by: { id: ana.id }, room: { last_seq: changed.updated_seq } },
      },
    ]);
    expect(await sync(radu, id, changed.updated_seq - 1)).toMatchObject([
      { event: "MessageUpdated", data: broadcasts[0]?.data },
    ]);
    expect((await call(admin, "GET", `${path(id, message)}/edits/1`)).body).toMatchObject({ edits: [], total: 0 });
  });

  test("[MSG-7a] a second deletion returns the same result and logs nothing", async () => {
    const { id, message } = await makeRoom([radu]);
    broadcasts.length = 0;
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(ana, id, message)));
    for (const { status, body } of [...answers, await remove(ana, id, message)])
      expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(broadcasts).toHaveLength(1);
  });

  test("[MSG-7] deleting others' messages is refused like editing, and editing a deleted one is 409, whatever the text", async () => {
    const { id, message } = await makeRoom([mia]);
    const elsewhere = await makeRoom([mia]);
    const refusals = [null, mihai, mia, admin].map((person) => remove(person, id, message));
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([401, 404, 403, 403]);
    expect((await remove(ana, elsewhere.id, message)).status).toBe(404);
    expect((await open(ana, id)).messages.at(-1)).not.toHaveProperty("deleted_at");
    await remove(ana, id, message);
    for (const text of ["Altceva", "", "x".repeat(4001)]) expect((await edit(ana, id, message, text)).status).toBe(409);
    expect((await open(ana, id)).messages.at(-1)?.message).toBe("");
  });

  test("[MSG-2a] the same `client_id` again returns the deleted message", async () => {
    const { id } = await makeRoom([]);
    const sent = { message: "Prima", client_id: randomUUID() };
    const { message } = (await call(ana, "POST", `/api/v1/publish/${id}`, sent)).body;
    const { body } = await remove(ana, id, message);
    expect(await call(ana, "POST", `/api/v1/publish/${id}`, sent)).toMatchObject({ status: 200, body });
  });

  test("[MSG-7h] a deletion is never unread and does not reorder the room list", async () => {
    const { id } = await makeRoom([radu]);
    const [first, second] = [await say(ana, id), await say(ana, id)];
    const before = await open(radu, id);
    await remove(ana, id, first);
    await remove(ana, id, second);
    const after = (await everywhere(radu, id, second))[0]?.room;
    expect(after).toMatchObject({
      unread_count: before.unread_count - 2,
      updated_at: before.updated_at,
      total: before.total,
    });
    expect(after?.messages[0]).toMatchObject({ id: second.id, unread: false });
    expect((await call(radu, "POST", "/api/v1/sync", { cursors: { [id]: 0 } })).body.unread[id]).toBe(
      before.unread_count - 2,
    );
  });

  test("[MSG-7h][ROOM-3d] the room waits as if the message had never been written", async () => {
    const { id, message } = await makeRoom([radu]);
    const waits = async () => (await open(radu, id)).waiting_since;
    const answer = await say(radu, id);
    expect(await waits()).toBeNull();
    await remove(radu, id, answer);
    expect(await waits()).toBe(message.timestamp);
    const later = await say(ana, id);
    await remove(ana, id, message);
    expect(await waits()).toBe(later.timestamp);
    await remove(ana, id, later);
    expect(await waits()).toBeNull();
  });
});

describe("actions on a deleted message", () => {
  test("[MSG-7j] no new ones are accepted, and earlier ones can be taken back", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    const liked = (await act(mia, id, message, "like")).body.action;
    await remove(ana, id, message);
    for (const what of ["like", "take-over"] as const) {
      expect((await act(radu, id, message, what)).status).toBe(409);
      expect((await act(radu, id, message, what, true)).status).toBe(409);
      expect((await act(radu, id, message, what, false)).body.action).toMatchObject({ deleted: true });
    }
    expect((await act(mia, id, message, "like", true)).body.action).toEqual(liked);
    expect((await act(mia, id, message, "like")).body.action).toMatchObject({ id: liked.id, deleted: true });
    expect((await act(mia, id, message, "like")).status).toBe(409);
  });

  test("[MSG-7j][ACT-2] the take-over stays with the room, and can be handed over and released", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    const { action } = (await act(radu, id, message, "take-over")).body;
    await remove(ana, id, message);
    expect(await open(ana, id)).toMatchObject({ take_over: action, taken_over_by: { id: radu.id } });
    expect((await act(radu, id, message, "take-over", true)).body.action).toEqual(action);
    expect((await act(mia, id, message, "take-over")).status).toBe(409);
    expect((await handOver(radu, id, mia.id)).status).toBe(200);
    expect((await act(mia, id, message, "take-over", false)).body.action).toMatchObject({ deleted: true });
    expect((await open(ana, id)).taken_over_by).toBeNull();
    expect((await act(mia, id, await say(ana, id), "take-over")).status).toBe(200);
  });
});

describe("contents of a deleted message", () => {
  test("[MSG-7b] no row of the database and no response has its text", async () => {
    const words = Array.from({ length: 3 }, () => `cuvânt-${randomUUID()}`);
    const { id } = await makeRoom([radu]);
    const message = await say(ana, id, words[0]);
    const quoting = (await call(radu, "POST", `/api/v1/publish/${id}`, { message: "Da", reply_to: message.id })).body
      .message;
    for (const text of words.slice(1)) await edit(ana, id, message, text);
    for (const [of, name] of [
      [message, `${words[0]}.pdf`],
      [quoting, "alta.pdf"],
    ] as const)
      await giveFile(api, of.id, { name, mime: "application/pdf", content: Buffer.from("x") });
    await pool.query("analyze");
    // Before the deletion, a search of the database does find the texts.
    expect(await findInDatabase(pool, words[2]!)).toEqual(["public.messages"]);
    expect(await findInDatabase(pool, words[1]!)).toEqual(["public.message_edits"]);
    expect((await findInDatabase(pool, words[0]!)).toSorted()).toEqual(["public.files", "public.message_edits"]);
    expect(JSON.stringify(await everywhere(radu, id, quoting))).toContain(words[2]);
    broadcasts.length = 0;
    const answered = [await remove(ana, id, message), await edit(ana, id, message, "Altceva")];
    for (const word of words) expect(await findInDatabase(pool, word)).toEqual([]);
    const answers = await Promise.all([
      ...[everywhere(radu, id, quoting), everywhere(ana, id, message), sync(radu, id, 0)],
      call(admin, "GET", `${path(id, message)}/edits/1`),
    ]);
    for (const word of words) expect(JSON.stringify([answered, answers, broadcasts])).not.toContain(word);
  });

  test("[MSG-7b] its file is 404 at once and not listed, and the next sweep removes its objects", async () => {
    const { id, message } = await makeRoom([radu]);
    const file = { name: "a.png", mime: "image/png", content: Buffer.from("a"), preview: Buffer.from("b") };
    const fileId = await giveFile(api, message.id, file);
    const url = `/api/v1/chat/${id}/download/${message.id}/0`;
    expect((await call(radu, "GET", url)).status).toBe(200);
    const objects = objectsIn(files.folder).filter((name) => name.startsWith(fileId));
    expect(objects).toHaveLength(2);
    const used = async () => (await pool.query("select from files where id = $1", [fileId])).rowCount;
    expect((await remove(ana, id, message)).body.message.messages_file).toBeNull();
    for (const query of ["", "?preview=1"]) expect((await call(radu, "GET", url + query)).status).toBe(404);
    expect((await call(radu, "POST", url)).status).toBe(404);
    expect((await call(radu, "GET", `/api/v1/chat/${id}/files/1`)).body).toMatchObject({ messages: [], total: 0 });
    expect(await used()).toBe(0);
    const sweep = new Sweep({
      store: createSweepStore(pool),
      storages: files.storages,
      clock: systemClock,
      log: silentLog,
    });
    await sweep.sweep();
    await sweep.stop();
    expect(objectsIn(files.folder).filter((name) => name.startsWith(fileId))).toEqual([]);
    expect((await pool.query("select from object_removals")).rowCount).toBe(0);
  });

  test("[MSG-7] the database keeps its invariants", async () => {
    expect(await findBrokenInvariants(pool)).toEqual([]);
  });
});
