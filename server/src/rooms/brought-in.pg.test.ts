import { expect, test } from "vitest";
import { Check } from "typebox/value";
import { Room } from "@cuplaj/protocol/room.ts";
import { createActing } from "../testing/acting.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, radu, mia, vlad } = people;
const { say, act, handOver } = createActing(api);

let offers = 64_000;
async function makeRoom(...staff: readonly Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of [ana, ...staff])
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  return id;
}
const add = async (by: Person, room: number, { id, kind }: Person) => {
  const { status } = await call(by, "POST", `/api/v1/chat/${room}/members`, { user_id: id, type: kind });
  expect(status).toBe(200);
};
const listOf = async (person: Person, query = ""): Promise<Room[]> =>
  (await call(person, "GET", `/api/v1/all/1${query}`)).body.chats;
const firstOf = async (person: Person, query?: string) => (await listOf(person, query))[0]?.id;
const roomOf = async (person: Person, id: number): Promise<Room> =>
  (await call(person, "GET", `/api/v1/chat/${id}`)).body.chats[0];
const age = (interval: string) =>
  pool.query("update rooms set updated_at = updated_at - $1::interval, created_at = created_at - $1::interval", [
    interval,
  ]);

test("[ROOM-14i][LIST-2] people brought in have the room first in each list until another is newer; others do not", async () => {
  const old = await makeRoom(radu);
  await say(ana, old);
  await age("3 days");
  const rooms = [await makeRoom(radu, vlad), await makeRoom(radu, vlad)];
  for (const id of rooms) await say(ana, id);
  await age("2 hours");
  const before = (await listOf(radu)).map(({ id }) => id);
  await add(radu, old, vlad);
  for (const query of ["", "?filter=all", "?filter=unread", "?sort=activity"])
    expect([query, await firstOf(vlad, query)]).toEqual([query, old]);
  const { channels } = (await call(vlad, "GET", "/api/v1/channels")).body;
  expect(channels.find(({ kind }: { kind: string }) => kind === "room").id).toBe(old);
  // A person who was offline learns of the room from `sync`, however old its last message is.
  const cursors = Object.fromEntries(rooms.map((id) => [id, 0]));
  const { chats } = (await call(vlad, "POST", "/api/v1/sync", { cursors })).body;
  expect(chats[0].id).toBe(old);
  expect((await listOf(radu)).map(({ id }) => id)).toEqual(before);
  expect((await roomOf(radu, old)).updated_at < (await roomOf(vlad, old)).updated_at).toBe(true);
  await say(ana, rooms[0] ?? 0);
  expect((await listOf(vlad)).map(({ id }) => id)).toEqual([rooms[0], old, rooms[1]]);
});

test("[ROOM-14i] only the person sees who brought them into a room, until they join by themselves", async () => {
  const id = await makeRoom(radu);
  await add(radu, id, vlad);
  const room = await roomOf(vlad, id);
  expect([room.brought_in, Check(Room, room)]).toEqual([
    { seq: room.last_seq, at: room.updated_at, by: { id: radu.id, name: radu.name, type: "erp" } },
    true,
  ]);
  for (const person of [radu, ana]) expect((await roomOf(person, id)).brought_in).toBeNull();
  await call(vlad, "POST", `/api/v1/leave/${id}`);
  await call(vlad, "POST", "/api/v1/join", { type: 1, channel: offers });
  expect((await roomOf(vlad, id)).brought_in).toBeNull();
});

test("[ROOM-14i] being brought in counts as read after one read, even if nobody wrote", async () => {
  const id = await makeRoom(radu);
  await add(radu, id, vlad);
  const { last_seq: seq } = await roomOf(vlad, id);
  const read = async (upto?: number) =>
    (await call(vlad, "POST", `/api/v1/read/${id}`, upto === undefined ? {} : { upto })).body.read_seq;
  expect(await read(seq - 1)).toBe(0);
  expect(await read(seq)).toBe(seq);
  expect(await read()).toBe(seq);
  expect((await roomOf(vlad, id)).last_seq).toBe(seq + 1);
});

test("[ROOM-14i][ACT-2f] a hand-over to an outsider brings them in too", async () => {
  const id = await makeRoom(radu);
  const message = await say(ana, id);
  await makeRoom(radu, mia);
  await act(radu, id, message, "take-over");
  await age("2 hours");
  await handOver(radu, id, mia.id);
  expect([await firstOf(mia), (await roomOf(mia, id)).brought_in?.by.id]).toEqual([id, radu.id]);
});
