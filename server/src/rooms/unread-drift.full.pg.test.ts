import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { offerRoomName } from "@cuplaj/protocol/channels.ts";
import { createDice } from "../testing/dice.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { toLogEvent } from "../testing/reference-client.ts";
import { startTestApi } from "../testing/test-api.ts";

/** Two servers on one database; each of a person's two tabs uses a different one. */
const api = await startTestApi();
const servers = [api, await startTestApi({ pool: api.pool })] as const;
type Call = typeof api.call;
const { people, call, database } = api;
const cast = [people.ana, people.radu, people.mia] as const;

const stepsTotal = 10_000;
const checkpointEvery = 1000;

/** The model of a person's view of a room, built only from responses. */
interface Side {
  isMember: boolean;
  readSeq: number;
  isMarked: boolean;
  hasLeft: boolean;
}
interface ModelMessage {
  readonly id: number;
  readonly seq: number;
  readonly author: number;
  isDeleted: boolean;
}
interface ModelRoom {
  readonly id: number;
  readonly offer: number;
  readonly messages: ModelMessage[];
  readonly sides: Map<number, Side>;
}
const silences = new Map<number, Set<number>>(cast.map(({ id }) => [id, new Set()]));

async function makeRooms(): Promise<ModelRoom[]> {
  const rooms: ModelRoom[] = [];
  for (let offer = 70_001; offer <= 70_003; offer += 1) {
    await addOffer(database, offer, people.ana.id);
    let id = 0;
    for (const person of cast)
      id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offer })).body.chat.id;
    const sides = new Map(
      cast.map((person) => [person.id, { isMember: true, readSeq: 0, isMarked: false, hasLeft: false }]),
    );
    rooms.push({ id, offer, messages: [], sides });
  }
  return rooms;
}

async function publish(by: Call, person: Person, room: ModelRoom, side: Side): Promise<void> {
  const { status, body } = await by(person, "POST", `/api/v1/publish/${room.id}`, { message: "salut" });
  if (status !== 201) return;
  room.messages.push({ id: body.message.id, seq: body.message.seq, author: person.id, isDeleted: false });
  side.readSeq = Math.max(side.readSeq, body.message.seq);
}

async function takeBack(by: Call, person: Person, room: ModelRoom, back: number, isEdit: boolean): Promise<void> {
  const own = room.messages.filter(({ author }) => author === person.id).at(-1 - back);
  if (own === undefined) return;
  const path = `/api/v1/chat/${room.id}/message/${own.id}`;
  const { status } = isEdit
    ? await by(person, "PUT", path, { message: `altfel ${back}` })
    : await by(person, "DELETE", path);
  if (status === 200 && !isEdit) own.isDeleted = true;
}

async function read(by: Call, person: Person, room: ModelRoom, side: Side, back: number): Promise<void> {
  const upto = (room.messages.at(-1)?.seq ?? 0) - back;
  const body = back === 0 ? {} : { upto: Math.max(0, upto) };
  const answer = await by(person, "POST", `/api/v1/read/${room.id}`, body);
  if (answer.status === 200) side.readSeq = Math.max(side.readSeq, answer.body.read_seq);
}

async function silence(by: Call, person: Person, whom: Person, silenced: boolean): Promise<void> {
  const { status, body } = await by(person, "POST", `/api/v1/silence/${whom.id}/${whom.kind}`, { silenced });
  // Silencing fails for oneself, and for people without a common room.
  expect([200, 404, 422]).toContain(status);
  if (status !== 200) return;
  const others = [...(silences.get(person.id) ?? [])].filter((id) => id !== whom.id);
  silences.set(person.id, new Set(silenced ? [...others, whom.id] : others));
  expect(new Set(body.users_silenced.map(({ user_id: id }: { user_id: number }) => id))).toEqual(
    silences.get(person.id),
  );
}

async function mark(by: Call, person: Person, room: ModelRoom, side: Side, isMarked: boolean): Promise<void> {
  const from = isMarked ? (room.messages.at(-1)?.seq ?? null) : null;
  const { status, body } = await by(person, "POST", `/api/v1/mark-unread/${room.id}`, { from });
  expect(status === 200).toBe(side.isMember);
  if (status === 200) side.isMarked = from !== null;
  if (from !== null && status === 200) expect(body.unread_count).toBeGreaterThan(0);
}

/** ROOM-6: leaving again succeeds. */
async function leave(by: Call, person: Person, room: ModelRoom, side: Side): Promise<void> {
  const { status } = await by(person, "POST", `/api/v1/leave/${room.id}`);
  expect(status === 200).toBe(side.isMember || side.hasLeft);
  side.hasLeft ||= side.isMember;
  side.isMember = side.isMarked = false;
}

interface Drawn {
  readonly by: Call;
  readonly person: Person;
  readonly room: ModelRoom;
  /** Whether this tab may join, leave, silence and mark. Only one of a person's two tabs may do so in a round, so that the outcome is known. */
  readonly isFree: boolean;
}

async function step({ by, person, room, isFree }: Drawn, dice: (sides: number) => number): Promise<void> {
  const side = room.sides.get(person.id) ?? { isMember: false, readSeq: 0, isMarked: false, hasLeft: false };
  const what = dice(24);
  if (what < 7) return await publish(by, person, room, side);
  if (what < 9) return await takeBack(by, person, room, dice(4), dice(3) === 0);
  if (what < 16 || !isFree) return await read(by, person, room, side, dice(6));
  if (what < 18) return await silence(by, person, cast[dice(cast.length)] ?? people.ana, dice(2) === 0);
  if (what < 20) return await mark(by, person, room, side, dice(3) > 0);
  if (what < 22) return await leave(by, person, room, side);
  const { status } = await by(person, "POST", "/api/v1/join", { type: 1, channel: room.offer });
  expect(status).toBe(200);
  side.isMember = true;
}

/** Returns the model's unread counts and read positions for each of the person's rooms. */
function expected(person: Person, rooms: readonly ModelRoom[]): Record<number, [unread: number, readSeq: number]> {
  const joined = rooms.filter(({ sides }) => sides.get(person.id)?.isMember === true);
  return Object.fromEntries(
    joined.map(({ id, messages, sides }) => {
      const { readSeq = 0, isMarked = false } = sides.get(person.id) ?? {};
      const isNews = (author: number): boolean => author !== person.id && silences.get(person.id)?.has(author) !== true;
      const unread = messages.filter(({ seq, author, isDeleted }) => isNews(author) && seq > readSeq && !isDeleted);
      return [id, [Math.max(isMarked ? 1 : 0, unread.length), readSeq]];
    }),
  );
}

interface Counted {
  readonly id: number;
  readonly kind?: string;
  readonly unread_count: number;
  readonly read_seq: number;
}

/** Compares the model with every call that returns them: the list, its filter, `sync` with and without cursors, and the channels. */
async function expectAgreement(call: Call, person: Person, rooms: readonly ModelRoom[], seed: number): Promise<void> {
  const model = expected(person, rooms);
  const unread = Object.fromEntries(Object.entries(model).map(([id, [count]]) => [id, count]));
  const of = (listed: Counted[]) =>
    Object.fromEntries(listed.map((room) => [room.id, [room.unread_count, room.read_seq]]));
  const list = (await call(person, "GET", "/api/v1/all/1")).body.chats;
  expect(of(list), `list, seed ${seed}`).toEqual(model);
  const passed = Object.fromEntries(Object.entries(model).filter(([, [count]]) => count > 0));
  const filtered = (await call(person, "GET", "/api/v1/all/1?filter=unread")).body;
  const { unread: counted } = filtered.counts;
  expect([of(filtered.chats), counted], `filter, seed ${seed}`).toEqual([passed, Object.keys(passed).length]);
  const fresh = (await call(person, "POST", "/api/v1/sync", { cursors: {} })).body;
  expect([of(fresh.chats), fresh.unread], `fresh catch-up, seed ${seed}`).toEqual([model, unread]);
  const cursors = Object.fromEntries(list.map((room: { id: number; last_seq: number }) => [room.id, room.last_seq]));
  const later = (await call(person, "POST", "/api/v1/sync", { cursors })).body;
  expect([later.unread, later.chats, later.reset], `catch-up, seed ${seed}`).toEqual([unread, [], []]);
  const channels: Counted[] = (await call(person, "GET", "/api/v1/channels")).body.channels;
  const entries = channels.filter(({ kind }) => kind === "room").map((entry) => [entry.id, entry.unread_count]);
  expect(Object.fromEntries(entries), `channels, seed ${seed}`).toEqual(unread);
}

test("[ROOM-7a][SIL-1][ORDER-4] 10,000 steps of publishing, editing, reading, silencing, marking, leaving and joining in two tabs at two servers never drift from the model", async () => {
  const seed = randomInt(2 ** 31);
  const dice = createDice(seed);
  const rooms = await makeRooms();
  const tabs = cast.flatMap((person) => servers.map(({ call: by }, tab) => ({ person, by, tab })));
  for (let steps = 0, round = 0; steps < stepsTotal; steps += tabs.length, round += 1) {
    const drawn = tabs.map((tab) => ({ ...tab, room: rooms[dice(rooms.length)], isFree: tab.tab === round % 2 }));
    await Promise.all(drawn.map(async ({ room, ...each }) => room && (await step({ ...each, room }, dice))));
    if (steps % checkpointEvery >= tabs.length) continue;
    for (const { by, person } of tabs) await expectAgreement(by, person, rooms, seed);
  }
  for (const { by, person } of tabs) await expectAgreement(by, person, rooms, seed);
  for (const { offer } of rooms) {
    const broadcastBy = servers.map(({ broadcasts }) =>
      broadcasts
        .filter(({ channels }) => channels.includes(`presence-${offerRoomName(offer)}`))
        .map(({ event, data }) => toLogEvent(event, data)?.seq ?? 0),
    );
    for (const seqs of broadcastBy) expect(seqs, `seed ${seed}`).toEqual(ascending(seqs));
    const all = ascending(broadcastBy.flat());
    expect(all, `seed ${seed}`).toEqual(all.map((_, index) => index + 1));
  }
});

const ascending = (seqs: readonly number[]): number[] => seqs.toSorted((a, b) => a - b);
