import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { pinnedRoomsMax } from "@cuplaj/protocol/limits.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, database, pool, broadcasts } = await startTestApi();
const { ana, mihai, mia, vlad, radu, nou } = people;

type RoomRef = number | string;

let offers = 90_000;
const join = async (person: Person, offer: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
async function makeRooms(count: number, customer: Person, ...others: readonly Person[]): Promise<number[]> {
  const rooms: number[] = [];
  for (let made = 0; made < count; made += 1) {
    offers += 1;
    await addOffer(database, offers, customer.id);
    for (const person of [customer, ...others]) rooms[made] = await join(person, offers);
  }
  return rooms;
}
const say = async (person: Person, room: number): Promise<number> =>
  (await call(person, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body.message.seq;
const pin = (person: Person, room: RoomRef, pinned = true) => call(person, "POST", `/api/v1/pin/${room}`, { pinned });
const mute = (person: Person, room: RoomRef, muted = true) => call(person, "POST", `/api/v1/mute/${room}`, { muted });
const mark = (person: Person, room: RoomRef, from: number | null) =>
  call(person, "POST", `/api/v1/mark-unread/${room}`, { from });
const me = async (person: Person) => (await call(person, "GET", "/api/v1/me")).body.user;

describe("one's own rooms", () => {
  test("[ROOM-12] members pin, mute and mark them, in the order of the pins, and nobody else is notified", async () => {
    const [first = 0, second = 0] = await makeRooms(2, ana, mia);
    const seq = await say(mia, first);
    const [before, hers] = [await me(ana), await me(mia)];
    broadcasts.length = 0;
    const answers = [await pin(ana, second), await mute(ana, `oferta.${offers}`), await pin(ana, first)];
    const marked = await mark(ana, first, seq);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(Check(endpoints.markUnread.answers[200], marked.body)).toBe(true);
    const user = await me(ana);
    expect(user.rooms).toEqual({ pinned: [second, first], muted: [second], unread: [{ id: first, seq }] });
    expect([user.version, marked.body.user]).toEqual([before.version + 4, user]);
    expect([await me(mia), broadcasts]).toEqual([hers, []]);
    await Promise.all([pin(ana, first, false), mute(ana, second, false), mark(ana, first, null)]);
    expect((await me(ana)).rooms).toEqual({ pinned: [second], muted: [], unread: [] });
  });

  test("[ROOM-12d] a repetition changes neither the version nor the position of a pin", async () => {
    const [first = 0, second = 0] = await makeRooms(2, mihai);
    const seq = await say(mihai, first);
    for (const room of [first, second]) await pin(mihai, room);
    await mute(mihai, first);
    await mark(mihai, first, seq);
    const before = await me(mihai);
    await pin(mihai, first);
    await mute(mihai, first);
    await mark(mihai, first, seq);
    for (const unpinned of await makeRooms(1, mihai)) await pin(mihai, unpinned, false);
    expect(await me(mihai)).toEqual(before);
  });

  test("[ROOM-12] outsiders get 404, visitors 403", async () => {
    const [room = 0] = await makeRooms(1, ana);
    for (const [person, status] of [
      [mihai, 404],
      [vlad, 404],
      [nou, 404],
      [radu, 403],
    ] as const) {
      const answers = [await pin(person, room), await mute(person, room), await mark(person, room, 1)];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect((await pin(ana, 987_654)).status).toBe(404);
  });

  test(`[ROOM-12b] at most ${pinnedRoomsMax} can be pinned, however many calls come at once: one more is 422`, async () => {
    const rooms = await makeRooms(pinnedRoomsMax + 3, mihai, vlad);
    const answers = await Promise.all(rooms.map((room) => pin(vlad, room)));
    const refused = answers.filter(({ status }) => status === 422);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([pinnedRoomsMax, 3]);
    expect(refused[0]?.body.errors).toEqual({ pinned: ["Sunt prea multe valori."] });
    const { pinned } = (await me(vlad)).rooms;
    expect(new Set(pinned).size).toBe(pinnedRoomsMax);
    expect((await pin(vlad, pinned[0])).status).toBe(200);
    await pin(vlad, pinned[0], false);
    const [left = 0] = rooms.filter((room) => !pinned.includes(room));
    expect((await pin(vlad, left)).body.user.rooms.pinned).toEqual([...pinned.slice(1), left]);
    await expectPaged(vlad, [...pinned.slice(1), left], rooms);
  });

  test("[ROOM-12d] leaving resets them, also for people who join again", async () => {
    const [room = 0] = await makeRooms(1, ana);
    const seq = await say(ana, room);
    const before = (await me(ana)).rooms;
    await pin(ana, room);
    await mute(ana, room);
    await mark(ana, room, seq);
    await call(ana, "POST", `/api/v1/leave/${room}`);
    expect((await me(ana)).rooms).toEqual(before);
    await join(ana, offers);
    expect((await me(ana)).rooms).toEqual(before);
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0].unread_count).toBe(0);
  });

  test("[ERR-2e] a mark begins at a message of the room", async () => {
    const [room = 0] = await makeRooms(1, ana);
    const seq = await say(ana, room);
    for (const from of [seq - 1, seq + 1, 2 ** 52]) {
      const { status, body } = await mark(ana, room, from);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["from"]]);
    }
    expect((await mark(ana, room, seq)).status).toBe(200);
  });
});

/** ORDER-1: pages through the plain and filtered lists, which have pinned rooms first, then the others by activity, and no room twice. */
async function expectPaged(person: Person, pinned: readonly (number | undefined)[], rooms: readonly number[]) {
  for (const query of ["", "?filter=all", "?sort=waiting"]) {
    const listed: number[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { chats, total } = (await call(person, "GET", `/api/v1/all/${page}${query}`)).body;
      expect([total, chats.length]).toEqual([rooms.length, Math.max(0, Math.min(20, rooms.length - 20 * (page - 1)))]);
      listed.push(...chats.map(({ id }: Room) => id));
    }
    const others = rooms.filter((room) => !pinned.includes(room)).toReversed();
    expect(listed).toEqual([...pinned, ...others]);
  }
}

test("[ORDER-1] 30 rooms in pages of 20 have the pinned ones first, none twice, and the others as before", async () => {
  const { rooms } = await withRooms(30);
  const pinned: number[] = [];
  for (const index of [3, 29, 11]) {
    const room = rooms[index] ?? 0;
    pinned.push(room);
    await pin(mia, room);
    await expectPaged(mia, pinned, rooms);
  }
});

async function withRooms(count: number): Promise<{ rooms: number[] }> {
  await database.deleteFrom("memberships").where("participant_id", "=", mia.id).execute();
  return { rooms: await makeRooms(count, ana, mia) };
}

test("[ORDER-4] a marked room counts as at least one unread everywhere, also after reading, until the mark ends", async () => {
  const { rooms } = await withRooms(2);
  const [room = 0] = rooms;
  const seq = await say(mia, room);
  const counts = async () => {
    const [list, { counts: filters }, { channels }, { unread }, viewed] = [
      (await call(mia, "GET", "/api/v1/all/1")).body.chats,
      (await call(mia, "GET", "/api/v1/all/1?filter=unread")).body,
      (await call(mia, "GET", "/api/v1/channels")).body,
      (await call(mia, "POST", "/api/v1/sync", { cursors: { [room]: seq } })).body,
      (await call(mia, "GET", `/api/v1/chat/${room}`)).body.chats[0],
    ];
    const own = ({ id }: { id: number }) => id === room;
    const answered = [list.find(own), channels.find(own), viewed].map(({ unread_count: count }) => count);
    return [filters.unread, unread[room], ...answered];
  };
  const read = async () => (await call(mia, "POST", `/api/v1/read/${room}`, {})).body;
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  expect((await mark(mia, room, seq)).body).toMatchObject({ room_id: room, unread_count: 1 });
  expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  // The list of unread rooms covers rooms beyond the newest 90, for which clients get no channel.
  expect((await createRoomStore(pool).listUnread(mia.id)).map(({ id }) => id)).toEqual([room]);
  expect(await read()).toMatchObject({ unread_count: 1 });
  for (const total of [1, 2]) {
    await say(ana, room);
    expect(await counts()).toEqual([1, total, total, total, total]);
  }
  expect(await read()).toMatchObject({ unread_count: 1 });
  expect((await mark(mia, room, null)).body).toMatchObject({ unread_count: 0 });
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
});
