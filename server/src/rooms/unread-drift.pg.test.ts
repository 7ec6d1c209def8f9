import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { roomName } from "@cuplaj/protocol/channels.ts";
import { createDice } from "../testing/dice.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { toLogEvent } from "../testing/reference-client.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, database, broadcasts } = api;
const cast = [people.ana, people.radu, people.mia] as const;

const stepsTotal = 10_000;
const checkpointEvery = 1000;

/** What a person must see of a room, kept from the answers alone: nothing of it is read back from the server. */
interface Side {
  isMember: boolean;
  readSeq: number;
}
interface ModelRoom {
  readonly id: number;
  readonly offer: number;
  readonly messages: { readonly seq: number; readonly author: number }[];
  readonly sides: Map<number, Side>;
}

async function makeRooms(): Promise<ModelRoom[]> {
  const rooms: ModelRoom[] = [];
  for (let offer = 70_001; offer <= 70_003; offer += 1) {
    await addOffer(database, offer, people.ana.id);
    let id = 0;
    for (const person of cast)
      id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
    const sides = new Map(cast.map((person) => [person.id, { isMember: true, readSeq: 0 }]));
    rooms.push({ id, offer, messages: [], sides });
  }
  return rooms;
}

async function publish(person: Person, room: ModelRoom, side: Side): Promise<void> {
  const { status, body } = await call(person, "POST", `/api/v1/publish/${room.id}`, { message: "salut" });
  if (status !== 201) return;
  room.messages.push({ seq: body.message.seq, author: person.id });
  side.readSeq = Math.max(side.readSeq, body.message.seq);
}

async function read(person: Person, room: ModelRoom, side: Side, back: number): Promise<void> {
  const upto = (room.messages.at(-1)?.seq ?? 0) - back;
  const body = back === 0 ? {} : { upto: Math.max(0, upto) };
  const answer = await call(person, "POST", `/api/v1/read/${room.id}`, body);
  if (answer.status === 200) side.readSeq = Math.max(side.readSeq, answer.body.read_seq);
}

/** One step of one tab. Of a person's two tabs only one comes and goes in a round, so that it is known how it ends. */
async function step(person: Person, room: ModelRoom, dice: (sides: number) => number, comesAndGoes: boolean) {
  const side = room.sides.get(person.id) ?? { isMember: false, readSeq: 0 };
  const what = dice(20);
  if (what < 9) return await publish(person, room, side);
  if (what < 16 || !comesAndGoes) return await read(person, room, side, dice(6));
  if (what < 18) {
    const { status } = await call(person, "POST", `/api/v1/leave/${room.id}`);
    expect(status === 200).toBe(side.isMember);
    side.isMember = false;
    return;
  }
  const { status } = await call(person, "POST", "/api/v1/join", { type: 1, channel: room.offer });
  expect(status).toBe(200);
  side.isMember = true;
}

/** Unread and read position as the model has them, for every room that the person is in. */
function expected(person: Person, rooms: readonly ModelRoom[]): Record<number, [unread: number, readSeq: number]> {
  const joined = rooms.filter(({ sides }) => sides.get(person.id)?.isMember === true);
  return Object.fromEntries(
    joined.map(({ id, messages, sides }) => {
      const readSeq = sides.get(person.id)?.readSeq ?? 0;
      const unread = messages.filter(({ seq, author }) => author !== person.id && seq > readSeq);
      return [id, [unread.length, readSeq]];
    }),
  );
}

interface Counted {
  readonly id: number;
  readonly kind?: string;
  readonly unread_count: number;
  readonly read_seq: number;
}

/** The same wherever the server tells it: the list, a fresh catch-up, one with cursors, and the channels. */
async function expectAgreement(person: Person, rooms: readonly ModelRoom[], seed: number): Promise<void> {
  const model = expected(person, rooms);
  const unread = Object.fromEntries(Object.entries(model).map(([id, [count]]) => [id, count]));
  const of = (listed: Counted[]) =>
    Object.fromEntries(listed.map((room) => [room.id, [room.unread_count, room.read_seq]]));
  const list = (await call(person, "GET", "/api/v1/all/1")).body.chats;
  expect(of(list), `list, seed ${seed}`).toEqual(model);
  const fresh = (await call(person, "POST", "/api/v1/sync", { cursors: {} })).body;
  expect([of(fresh.chats), fresh.unread], `fresh catch-up, seed ${seed}`).toEqual([model, unread]);
  const cursors = Object.fromEntries(list.map((room: { id: number; last_seq: number }) => [room.id, room.last_seq]));
  const later = (await call(person, "POST", "/api/v1/sync", { cursors })).body;
  expect([later.unread, later.chats, later.reset], `catch-up, seed ${seed}`).toEqual([unread, [], []]);
  const channels: Counted[] = (await call(person, "GET", "/api/v1/channels")).body.channels;
  const entries = channels.filter(({ kind }) => kind === "room").map((entry) => [entry.id, entry.unread_count]);
  expect(Object.fromEntries(entries), `channels, seed ${seed}`).toEqual(unread);
}

test("[ROOM-7a] 10,000 steps of publishing, reading, leaving and joining in two tabs each never drift from the model", async () => {
  const seed = randomInt(2 ** 31);
  const dice = createDice(seed);
  const rooms = await makeRooms();
  const tabs = cast.flatMap((person) => [0, 1].map((tab) => ({ person, tab })));
  for (let steps = 0, round = 0; steps < stepsTotal; steps += tabs.length, round += 1) {
    const drawn = tabs.map(({ person, tab }) => ({ person, tab, room: rooms[dice(rooms.length)] }));
    await Promise.all(
      drawn.map(async ({ person, tab, room }) => {
        if (room) await step(person, room, dice, tab === round % 2);
      }),
    );
    if (steps % checkpointEvery < tabs.length) for (const person of cast) await expectAgreement(person, rooms, seed);
  }
  for (const person of cast) await expectAgreement(person, rooms, seed);
  for (const { offer } of rooms) {
    const seqs = broadcasts
      .filter(({ channels }) => channels.includes(`presence-${roomName(offer)}`))
      .map(({ event, data }) => toLogEvent(event, data)?.seq);
    expect(seqs, `seed ${seed}`).toEqual(seqs.map((_, index) => index + 1));
  }
}, 240_000);
