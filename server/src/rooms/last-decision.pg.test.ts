import { Check } from "typebox/value";
import { beforeEach, expect, test } from "vitest";
import { Room } from "@cuplaj/protocol/room.ts";
import type { Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool } = await startTestApi();
const { ana, mihai, radu, mia } = people;

const rooms: number[] = [];
const join = async (person: Person, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
for (const [offer, customer] of [
  [10_001, ana],
  [10_002, ana],
  [10_005, mihai],
] as const)
  for (const person of [customer, radu, mia]) rooms.push(await join(person, offer));
const [first = 0, , , second = 0, , , third = 0] = rooms;

const listOf = async (person: Person, query = "?sort=waiting"): Promise<Room[]> =>
  (await call(person, "GET", `/api/v1/all/1${query}`)).body.chats;
const idsOf = async (person: Person, query?: string): Promise<number[]> =>
  (await listOf(person, query)).map(({ id }) => id);
const roomOf = async (person: Person, id: number): Promise<Room> =>
  (await call(person, "GET", `/api/v1/chat/${id}`)).body.chats[0];
async function decide(offer = 10_001, decision = "accept", person = ana, more = {}): Promise<void> {
  const { version, lines } = (await call(ana, "GET", `/api/v1/oferta/${offer}`)).body.oferta;
  const path = `/api/v1/oferta/${offer}/line/${lines[0].id}/${decision}`;
  expect((await call(person, "POST", path, { version, ...more })).status).toBe(200);
}

beforeEach(async () => {
  await pool.query("update offer_lines set status = 'offered'");
  await pool.query("update rooms set decided_seq = 0, decided_at = null, waiting_since = null, holder_id = null");
  for (const id of [third, second, first])
    await call(radu, "POST", `/api/v1/publish/${id}`, { message: `mesaj ${Math.random()}` });
  for (const person of [radu, mia, ana])
    for (const id of [first, second]) await call(person, "POST", `/api/v1/read/${id}`, {});
});

test("[ROOM-3h] a room shows its customer's last decision, with its position in the log, and moves up in the list", async () => {
  await decide(10_002);
  const [top] = await listOf(radu, "");
  expect([top?.id, top && Check(Room, top)]).toEqual([second, true]);
  expect(top).toMatchObject({
    ...{ unread_count: 0, waiting_since: null },
    last_decision: {
      ...{ seq: top?.last_seq, at: top?.updated_at, decision: "accept", code: "1K0 615 301 AA", lines_total: 1 },
      by: { id: ana.id, name: ana.name, type: "customer" },
    },
  });
  await decide(10_002, "decline");
  expect((await roomOf(mia, second)).last_decision).toMatchObject({ decision: "decline" });
  await pool.query("delete from offer_lines where offer_id = 10002 and code = '1K0 615 301 AA'");
  expect((await roomOf(mia, second)).last_decision).toMatchObject({ code: null });
});

test("[ROOM-3h] a decision no longer counts once staff or the ERP has changed the line", async () => {
  await decide(10_002);
  await decide(10_002, "decline", radu, { on_behalf: true });
  expect((await roomOf(mia, second)).last_decision).toBeNull();
});

test("[ROOM-3h] decisions by staff on the customer's behalf do not count as the customer's, and move no room", async () => {
  const before = await idsOf(mia, "");
  await decide(10_002, "accept", radu, { on_behalf: true });
  expect([await idsOf(mia, ""), (await roomOf(mia, second)).last_decision]).toEqual([before, null]);
});

test("[ROOM-3g] a decision in a free room waits for all staff, for each until they read it", async () => {
  await call(mihai, "POST", `/api/v1/publish/${third}`, { message: "alo?" });
  await decide(10_002);
  expect((await idsOf(radu)).slice(0, 2)).toEqual([third, second]);
  expect((await idsOf(mia)).slice(0, 2)).toEqual([third, second]);
  const { last_seq: seq } = await roomOf(radu, second);
  expect((await call(radu, "POST", `/api/v1/read/${second}`, { upto: seq - 1 })).body.read_seq).toBeLessThan(seq);
  expect((await call(radu, "POST", `/api/v1/read/${second}`, { upto: seq })).body.read_seq).toBe(seq);
  await call(mia, "POST", `/api/v1/publish/${first}`, { message: "altceva" });
  expect((await idsOf(radu)).slice(0, 2)).toEqual([third, first]);
  expect((await idsOf(mia)).slice(0, 2)).toEqual([third, second]);
  // A second read logs nothing.
  const { last_seq: end } = await roomOf(radu, second);
  await call(radu, "POST", `/api/v1/read/${second}`, {});
  expect((await roomOf(radu, second)).last_seq).toBe(end);
});

test("[ROOM-3g] a decision in a held room waits only for its holder, and never for the customer", async () => {
  await pool.query("update rooms set holder_id = $1 where id = $2", [mia.id, second]);
  await decide(10_002);
  for (const person of [radu, mia, ana]) await call(person, "POST", `/api/v1/publish/${first}`, { message: "altceva" });
  await call(radu, "POST", `/api/v1/publish/${first}`, { message: "răspuns" });
  expect((await idsOf(radu))[0]).toBe(first);
  expect((await idsOf(mia))[0]).toBe(second);
  expect(await idsOf(mia, "?filter=mine&sort=waiting")).toEqual([second]);
  expect((await idsOf(ana))[0]).toBe(first);
});
