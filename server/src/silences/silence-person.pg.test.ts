import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { silencedPeopleMax } from "@cuplaj/protocol/limits.ts";
import type { Message } from "@cuplaj/protocol/message.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createSilenceStore } from "./store.pg.ts";

const { people, call, pool, database } = await startTestApi();
const { ana, mihai, radu, mia, vlad, nou } = people;

let offers = 90_000;
async function makeRoom(...others: readonly Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  const join = (person: Person) => call(person, "POST", "/api/v1/join", { type: 1, channel: offers });
  const { chat } = (await join(ana)).body;
  for (const other of others) await join(other);
  return chat.id;
}
const leave = (person: Person, room: number) => call(person, "POST", `/api/v1/leave/${room}`);
const say = (person: Person, room: number) => call(person, "POST", `/api/v1/publish/${room}`, { message: "salut" });
const silence = (person: Person, whom: Person, silenced?: boolean) =>
  call(person, "POST", `/api/v1/silence/${whom.id}/${whom.kind}`, ...(silenced === undefined ? [] : [{ silenced }]));
const me = async (person: Person) => (await call(person, "GET", "/api/v1/me")).body.user;
const unreadIn = async (person: Person, room: number): Promise<readonly [count: number, shown: readonly number[]]> => {
  const { unread_count: count, messages } = (await call(person, "GET", `/api/v1/chat/${room}`)).body.chats[0];
  return [count, messages.filter(({ unread }: Message) => unread).map(({ seq }: Message) => seq)];
};
async function expectUnread(person: Person, room: number, seqs: readonly number[]): Promise<void> {
  expect(await unreadIn(person, room)).toEqual([seqs.length, seqs]);
  const { data } = (await call(person, "GET", `/api/v1/chat/${room}/1`)).body;
  expect(data.messages.filter(({ unread }: Message) => unread).map(({ seq }: Message) => seq)).toEqual(seqs);
  const listed = (await call(person, "GET", "/api/v1/all/1")).body.chats.find(({ id }: { id: number }) => id === room);
  expect([listed.unread_count, listed.messages[0].unread]).toEqual([
    seqs.length,
    seqs.includes(listed.messages[0].seq),
  ]);
}

describe("permission to silence", () => {
  test("[SIL-1a] requires users.silence; without it everybody is 403", async () => {
    for (const whom of [ana, nou]) expect((await silence(nou, whom, true)).status).toBe(403);
  });

  test("[SIL-1a] is 404 for unknown people, people one may not know, and a wrong kind", async () => {
    await makeRoom(mia);
    const strange = await silence(mia, vlad, true);
    const nobody = await call(mia, "POST", "/api/v1/silence/987654/agent", { silenced: true });
    const otherKind = await call(mia, "POST", `/api/v1/silence/${ana.id}/erp`, { silenced: true });
    for (const { status, body } of [strange, nobody, otherKind]) {
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...strange.body, request_id: "" }]);
    }
    expect((await me(mia)).users_silenced).toEqual([]);
    expect((await silence(radu, vlad, true)).status).toBe(200);
  });

  test("[SIL-1a] is 422 for oneself", async () => {
    const { status, body } = await silence(ana, ana, true);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, "invalid", ["userId"]]);
  });

  test.each([{ silenced: "true" }, { silenced: 1 }, { silenced: null }, []])("[ERR-2e] %j is 422", async (body) => {
    expect((await call(ana, "POST", `/api/v1/silence/${mia.id}/agent`, body)).status).toBe(422);
  });

  test(`[SIL-1a] at most ${silencedPeopleMax} people: one more is 422, and ending one makes room`, async () => {
    await pool.query(
      `with made as (
         insert into participants (kind, name, username, password_hash)
         select 'customer', 'X', 'silenced' || n, 'x' from generate_series(1, $2) n returning id
       ) insert into silences (participant_id, silenced_id) select $1, id from made`,
      [radu.id, silencedPeopleMax - 1],
    );
    expect((await silence(radu, mihai, true)).body.errors).toEqual({ silenced: ["Sunt prea multe valori."] });
    expect((await silence(radu, vlad, true)).status).toBe(200);
    expect((await silence(radu, vlad, false)).body.users_silenced).toHaveLength(silencedPeopleMax - 1);
    expect((await silence(radu, mihai, true)).status).toBe(200);
    await pool.query("delete from silences where participant_id = $1", [radu.id]);
  });
});

describe("a silence", () => {
  test("[SIL-1] removes unread and future messages from every count; ending it restores them", async () => {
    const room = await makeRoom(mia, vlad);
    const [first, second] = [(await say(mia, room)).body.message.seq, (await say(vlad, room)).body.message.seq];
    await expectUnread(ana, room, [first, second]);
    const { status, body } = await silence(ana, mia, true);
    expect([status, Check(endpoints.silencePerson.answers[200], body)]).toEqual([200, true]);
    expect(body).toMatchObject({ deleted: false, users_silenced: [{ user_id: mia.id, type: "agent" }] });
    expect(body.user).toEqual(await me(ana));
    await expectUnread(ana, room, [second]);
    const third = (await say(mia, room)).body.message.seq;
    await expectUnread(ana, room, [second]);
    await expectUnread(vlad, room, [third]);
    expect((await silence(ana, mia, false)).body).toMatchObject({ deleted: true, users_silenced: [] });
    await expectUnread(ana, room, [first, second, third]);
  });

  test("[SIL-1c] toggles without a wanted state; a repetition changes no version", async () => {
    await makeRoom(mia);
    const before = await me(ana);
    const states: unknown[] = [];
    for (const wanted of [undefined, true, undefined, false, undefined, undefined]) {
      const { body } = await silence(ana, mia, wanted);
      states.push([body.deleted, body.user.version - before.version]);
    }
    expect(states).toEqual([
      [false, 1],
      [false, 1],
      [true, 2],
      [true, 2],
      [false, 3],
      [true, 4],
    ]);
  });

  test("[SIL-1c] that was begun but not completed has no effect, changes no version, and is completed by a repetition", async () => {
    const room = await makeRoom(mia);
    await say(mia, room);
    const before = await me(ana);
    const begun = { participantId: ana.id, silencedId: mia.id };
    expect(await createSilenceStore(pool).change(begun, true)).toBe("begun");
    const { seq } = (await say(mia, room)).body.message;
    expect(await me(ana)).toEqual(before);
    await expectUnread(ana, room, [seq - 1, seq]);
    expect((await silence(ana, mia, true)).body.user.version).toBe(before.version + 1);
    await expectUnread(ana, room, []);
    await silence(ana, mia, false);
  });

  test("[SIL-1] covers people who left and people who join later, on either side", async () => {
    const [left, later] = [await makeRoom(mia), await makeRoom()];
    await say(mia, left);
    await leave(mia, left);
    await silence(ana, mia, true);
    await expectUnread(ana, left, []);
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: offers });
    await say(mia, later);
    await expectUnread(ana, later, []);
    await silence(ana, mia, false);
  });

  test("[SIL-1] of two people by each other at the same time does not deadlock", async () => {
    await makeRoom(mia);
    for (const wanted of [true, false, true, false]) {
      const answers = await Promise.all([
        silence(ana, mia, wanted),
        silence(mia, ana, wanted),
        silence(ana, mia, wanted),
      ]);
      expect(answers.map(({ status, body }) => [status, body.deleted])).toEqual(answers.map(() => [200, !wanted]));
    }
  });

  test("[USR-1] a silenced person's name remains visible, and the silence can be ended, after the last shared room is left", async () => {
    const room = await makeRoom(radu);
    await pool.query("delete from memberships where participant_id = $1 and room_id <> $2", [radu.id, room]);
    const names = async () => (await call(ana, "POST", "/api/v1/users", { users: [radu.id] })).body.users;
    await silence(ana, radu, true);
    await leave(radu, room);
    expect(await names()).toEqual([{ id: radu.id, name: radu.name }]);
    expect((await silence(ana, radu, false)).body).toMatchObject({ deleted: true, users_silenced: [] });
    expect([await names(), (await silence(ana, radu, true)).status]).toEqual([[], 404]);
  });
});
