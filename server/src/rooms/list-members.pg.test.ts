import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { ListedMember } from "@cuplaj/protocol/participant.ts";
import { startTestApi } from "../testing/test-api.ts";
import { listMembers } from "./list-members.ts";
import { createRoomStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mia, radu, mihai } = people;
const join = async (person: typeof ana, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
const page = async (person: typeof ana, room: number | string, number = 1) =>
  await call(person, "GET", `/api/v1/chat/${room}/members/${number}`);

const mayPutOut = ({ may_put_out: may }: ListedMember): boolean => may;

const small = await join(ana, 10_001);
await join(mia, 10_001);
await join(radu, 10_001);
const large = await join(ana, 10_002);
// Adds 1,200 people with names that sort by Romanian rules, and memberships in another room.
await pool.query(
  `with made as (
     insert into participants (kind, name, username, password_hash)
     select 'agent', (array['Ștefan', 'stan', 'Țuțea', 'Ţapu', 'ăla', 'Alin'])[n % 6 + 1] || lpad(n::text, 5, '0'), 'm' || n, 'x'
     from generate_series(1, 1200) n returning id
   ) insert into memberships (room_id, participant_id) select room, id from made, unnest($1::bigint[]) room`,
  [[large]],
);
await pool.query("analyze");

test("[ROOM-13] a room's members are listed by name, each with their kind, to anyone who may view the room", async () => {
  const { status, body } = await page(ana, "oferta.10001");
  expect([status, Check(endpoints.listMembers.answers[200], body)]).toEqual([200, true]);
  const listed = [ana, mia, radu].map(({ id, name, kind: type }) => ({
    id,
    name,
    type,
    is_online: false,
    may_put_out: false,
  }));
  expect(body).toEqual({ members: listed, total: 3, page: 1 });
  const putOut = [ana, mia, radu].map((person) => person !== ana);
  expect((await page(people.admin, small)).body.members.map(mayPutOut)).toEqual(putOut);
  for (const person of [mihai, people.vlad, people.nou]) expect((await page(person, small)).status).toBe(404);
});

test("[ROOM-13] 1,201 members are thirteen pages without repetitions, ignoring diacritics and case; later pages are empty", async () => {
  const listed: ListedMember[] = [];
  for (let number = 1; number <= 14; number += 1) {
    const { members, total } = (await page(ana, large, number)).body;
    expect([total, members.length]).toEqual([1201, number < 13 ? 100 : number === 13 ? 1 : 0]);
    listed.push(...members);
  }
  expect(new Set(listed.map(({ id }) => id)).size).toBe(1201);
  const plain = (name: string) => name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const names = listed.map(({ name }) => plain(name));
  expect(names).toEqual(names.toSorted());
  for (const number of ["0", "-1", "x"])
    expect((await call(ana, "GET", `/api/v1/chat/${large}/members/${number}`)).status).toBe(422);
});

test("[ROOM-13] online members are those present on the room's channel", async () => {
  const online = [{ id: mia.id, name: mia.name, customer: false, erp: false, agent: true }];
  const live = { online: (room: string) => (room === "oferta.10001" ? online : []) };
  const user = (await call(ana, "GET", "/api/v1/me")).body.user;
  const parts = { rooms: createRoomStore(pool), live };
  const answered = await listMembers(parts, user, { roomRef: String(small), page: 1 });
  expect(answered.ok && answered.value.page.members.map((member) => member.is_online)).toEqual([false, true, false]);
});
