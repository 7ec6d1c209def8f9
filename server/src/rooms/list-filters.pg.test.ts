import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import type { Message } from "@cuplaj/protocol/message.ts";
import type { Room, RoomFilter, RoomSort } from "@cuplaj/protocol/room.ts";
import { createRoomCounter } from "./count-rooms.ts";
import { createRoomFlagStore } from "./filter-rooms.pg.ts";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createDice } from "../testing/dice.ts";
import { addOffer, type Person } from "../testing/people.ts";
import {
  compareRooms,
  countOf,
  type ModelRoom,
  passes,
  type Silences,
  waitingSince,
} from "../testing/room-list-model.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, mihai, radu, mia, vlad, admin } = people;
const store = createMessageStore(pool);
const cast = [ana, mihai, radu, mia, vlad, admin];
const users = await Promise.all(cast.map(async (person) => (await call(person, "GET", "/api/v1/me")).body.user));

const countKnown = createRoomCounter(createRoomFlagStore(pool), { roomsMin: 1, roomsMax: 1000 });

const filters: readonly RoomFilter[] = ["all", "unread", "mine", "unclaimed"];
const sorts: readonly RoomSort[] = ["activity", "waiting"];

async function join(room: ModelRoom, person: Person): Promise<void> {
  const { status } = await call(person, "POST", "/api/v1/join", { type: 1, channel: room.offer });
  if (status === 200) room.members.add(person);
}

async function makeRoom(offer: number, customer: Person): Promise<ModelRoom> {
  await addOffer(database, offer, customer.id);
  const { chat } = (await call(customer, "POST", "/api/v1/join", { type: 1, channel: offer })).body;
  const room = { id: chat.id, offer, members: new Set([customer]), messages: [], readSeqs: new Map<Person, number>() };
  return {
    ...room,
    pins: new Map<Person, number>(),
    marks: new Set<Person>(),
    holder: null,
    heldBy: 0,
    updatedAt: chat.updated_at,
  };
}

async function publish(sends: readonly { readonly room: ModelRoom; readonly author: Person }[], at: string) {
  const batch = sends.map(({ room, author }) => ({
    roomId: room.id,
    author: users[cast.indexOf(author)],
    text: "salut",
    clientId: null,
  }));
  for (const [index, result] of (await store.publish(batch, at)).entries()) {
    const send = sends[index];
    if (result.status === "rejected" || result.value.kind !== "stored" || send === undefined) continue;
    const { id, seq, timestamp } = result.value.message;
    send.room.messages.push({ id, seq, author: send.author, at: timestamp });
    send.room.readSeqs.set(send.author, seq);
    if (timestamp > send.room.updatedAt) send.room.updatedAt = timestamp;
  }
}

/** Releases the room, and then takes it over at the customer's newest message, if there is one. */
async function hold(room: ModelRoom, holder: Person | null): Promise<void> {
  const message = room.messages.findLast(({ author }) => author.kind === "customer");
  if (message === undefined) return;
  const act = async (person: Person, state: boolean): Promise<void> => {
    const { status } = await call(person, "POST", `/api/v1/chat/${room.id}/action/${room.heldBy}/1/customer`, {
      state,
    });
    expect(status).toBe(200);
  };
  if (room.holder !== null) await act(room.holder, false);
  room.heldBy = message.id;
  if (holder !== null) await act(holder, true);
  room.holder = holder;
}

async function silence(reader: Person, author: Person): Promise<void> {
  const { status } = await call(reader, "POST", `/api/v1/silence/${author.id}/${author.kind}`, { silenced: true });
  expect(status).toBe(200);
}

let pinsTotal = 0;
/** Toggles a pin; a 21st is refused. */
async function togglePin(all: readonly ModelRoom[], room: ModelRoom, person: Person): Promise<void> {
  const pinned = !room.pins.delete(person);
  const isFull = pinned && all.filter(({ pins }) => pins.has(person)).length === 20;
  const { status } = await call(person, "POST", `/api/v1/pin/${room.id}`, { pinned });
  expect(status).toBe(statusFor(room, person, isFull ? 422 : 200));
  if (status === 200 && pinned) room.pins.set(person, (pinsTotal += 1));
}

async function toggleMark(room: ModelRoom, person: Person): Promise<void> {
  const from = room.marks.delete(person) ? null : (room.messages.at(-1)?.seq ?? null);
  const { status } = await call(person, "POST", `/api/v1/mark-unread/${room.id}`, { from });
  expect(status).toBe(statusFor(room, person, 200));
  if (status === 200 && from !== null) room.marks.add(person);
}

const statusFor = ({ members }: ModelRoom, person: Person, ofMember: number): number =>
  members.has(person) ? ofMember : 404;

async function readList(person: Person, filter: RoomFilter, sort: RoomSort) {
  const rooms: Room[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await call(person, "GET", `/api/v1/all/${page}?filter=${filter}&sort=${sort}`);
    expect([status, body.page]).toEqual([200, page]);
    if (body.chats.length === 0) return { rooms, total: body.total, counts: body.counts };
    expect(body.chats.length).toBeLessThanOrEqual(20);
    rooms.push(...body.chats);
  }
}

async function expectLists(person: Person, rooms: readonly ModelRoom[], silences: Silences, seed: number) {
  const own = rooms.filter(({ members }) => members.has(person));
  const of = (filter: RoomFilter) => own.filter((room) => passes(room, filter, person, silences));
  const counts = Object.fromEntries(filters.map((filter) => [filter, of(filter).length]));
  expect(await countKnown(person.id), `${person.username}, seed ${seed}`).toEqual(counts);
  for (const filter of filters) {
    for (const sort of sorts) {
      const listed = await readList(person, filter, sort);
      const wanted = of(filter).toSorted((left, right) => compareRooms(left, right, sort, person));
      expect([listed.total, listed.counts], `${filter} of ${person.username}, seed ${seed}`).toEqual([
        wanted.length,
        counts,
      ]);
      expect(
        listed.rooms.map((room) => [room.id, room.waiting_since, room.unread_count]),
        `${filter} by ${sort} of ${person.username}, seed ${seed}`,
      ).toEqual(wanted.map((room) => [room.id, waitingSince(room), countOf(room, person, silences)]));
    }
  }
}

test("[ROOM-3c][ROOM-3d][ROOM-3][ORDER-1][ORDER-4] filters, counts and orders equal a computation over all rooms, page by page, whatever people do", async () => {
  const seed = randomInt(2 ** 31);
  const dice = createDice(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[dice(from.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  };
  const rooms: ModelRoom[] = [];
  for (let offer = 80_001; offer <= 80_050; offer += 1) {
    const room = await makeRoom(offer, pick([ana, ana, ana, mihai]));
    // Radu is in almost all rooms, which fill three pages.
    for (const person of [radu, radu, radu, mia, vlad, admin]) if (dice(3) > 0) await join(room, person);
    rooms.push(room);
  }
  const silences = new Map<Person, Set<Person>>();
  let atMs = systemClock.now();
  const steps: Readonly<Record<string, (room: ModelRoom, person: Person) => Promise<void>>> = {
    publish: async (room) => {
      const others = Array.from({ length: dice(4) }, () => (dice(2) === 0 ? room : pick(rooms)));
      await publish(
        [room, ...others].map((to) => ({ room: to, author: pick([...to.members, ana]) })),
        isoTime(atMs),
      );
    },
    read: async (room, person) => {
      const { status, body } = await call(person, "POST", `/api/v1/read/${room.id}`, {});
      if (status === 200) room.readSeqs.set(person, Math.max(room.readSeqs.get(person) ?? 0, body.read_seq));
    },
    hold: (room) => hold(room, pick([...[...room.members].filter(({ kind }) => kind !== "customer"), null])),
    leave: async (room, person) => {
      if (!room.members.delete(person)) return;
      expect((await call(person, "POST", `/api/v1/leave/${room.id}`)).status).toBe(200);
      if (room.holder === person) room.holder = null;
      room.pins.delete(person);
      room.marks.delete(person);
    },
    join: (room) => join(room, pick(cast)),
    pin: (room) => togglePin(rooms, room, room.members.has(radu) ? radu : pick([...room.members, ana])),
    mark: (room, person) => toggleMark(room, person),
    silence: async () => {
      const [reader, author] = [pick([radu, mia]), pick([ana, mihai, vlad])];
      silences.set(reader, (silences.get(reader) ?? new Set()).add(author));
      await silence(reader, author);
    },
  };
  const often = ["publish", "publish", "read", "hold", "leave", "join", "pin", "pin", "mark"];
  for (let round = 0; round < 6; round += 1) {
    for (let turn = 0; turn < 80; turn += 1) {
      const room = pick(rooms);
      // Sometimes, two things happen within one millisecond.
      atMs += dice(4) * 1000;
      await steps[turn === 40 ? "silence" : pick(often)]?.(room, pick([...room.members, ana]));
    }
    for (const person of cast) await expectLists(person, rooms, silences, seed);
    // In every other round, all activity is in the distant past.
    if (round % 2 === 1) await pool.query("update rooms set active_minute = '-infinity'");
  }
});

test("[ROOM-3c] without filter or order the list is unchanged and has no counts", async () => {
  const plain = (await call(radu, "GET", "/api/v1/all/1")).body;
  const filtered = (await call(radu, "GET", "/api/v1/all/1?filter=all")).body;
  expect(plain).toEqual({ chats: filtered.chats, total: filtered.total, page: 1 });
  expect((await call(radu, "GET", "/api/v1/all/1?sort=waiting")).body.counts).toEqual(filtered.counts);
});

test.each(["filter=others", "sort=name", "filter=all&filter=mine"])("[ROOM-3c] %s is refused", async (query) => {
  expect((await call(radu, "GET", `/api/v1/all/1?${query}`)).status).toBe(422);
});

test("[ROOM-3c] silences, joins and leaves count immediately, even after a long rest", async () => {
  const [quiet, other] = [await makeRoom(80_090, ana), await makeRoom(80_091, mihai)];
  for (const room of [quiet, other]) await join(room, vlad);
  await publish([{ room: quiet, author: ana }], isoTime(systemClock.now()));
  const counts = async () => {
    const counted = await countKnown(vlad.id);
    expect((await call(vlad, "GET", "/api/v1/all/1?filter=mine")).body.counts).toEqual(counted);
    return counted;
  };
  const settle = async () => void (await pool.query("update rooms set active_minute = '-infinity'"));
  const before = await counts();
  await settle();
  await silence(vlad, ana);
  expect((await counts()).unread).toBeLessThan(before.unread);
  await settle();
  await call(vlad, "POST", `/api/v1/leave/${quiet.id}`);
  expect((await counts()).all).toBe(before.all - 1);
  await call(vlad, "POST", `/api/v1/leave/${other.id}`);
  await join(quiet, vlad);
  expect((await counts()).all).toBe(before.all - 1);
});

test("[ROOM-3c] counts are right even if few rooms are cached", async () => {
  const [count, forgetful] = [
    createRoomCounter(createRoomFlagStore(pool)),
    createRoomCounter(createRoomFlagStore(pool), { roomsMin: 1, roomsMax: 30 }),
  ];
  for (const { id } of [...cast, ...cast]) expect(await forgetful(id)).toEqual(await count(id));
});

test("[ROOM-3d] a customer waits from their first message until staff answers, and once more from the next one", async () => {
  const room = await makeRoom(80_100, ana);
  await join(room, vlad);
  const say = async (person: Person): Promise<Message> => {
    api.pass(1000);
    return (await call(person, "POST", `/api/v1/publish/${room.id}`, { message: "Bună" })).body.message;
  };
  const since = async () => (await call(vlad, "GET", `/api/v1/chat/${room.id}`)).body.chats[0].waiting_since;
  expect(await since()).toBeNull();
  const first = await say(ana);
  await say(ana);
  expect(await since()).toBe(first.timestamp);
  await say(vlad);
  expect(await since()).toBeNull();
  const next = await say(ana);
  expect(await since()).toBe(next.timestamp);
});

test("[ROOM-3c] customers may use every filter: they hold nothing", async () => {
  const { body } = await call(mihai, "GET", "/api/v1/all/1?filter=mine");
  expect([body.chats, body.total, body.counts.mine]).toEqual([[], 0, 0]);
});
