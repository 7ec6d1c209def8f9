import { matchText, matchTexts, queryCharacters, readQuery } from "@cuplaj/protocol/search-text.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import { expect, test } from "vitest";
import { roomTitle, vehicleInWords } from "../rooms/rules.ts";
import { createDice } from "../testing/dice.ts";
import { lineToStore, offerToStore } from "../testing/offers-to-store.ts";
import { addOffer } from "../testing/people.ts";
import { octavia, requestToSend } from "../testing/requests.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { startSearching } from "../testing/searching.ts";

const { people, call, pool, database, postWhole, join, publish } = await startSearching();
const { ana, mia, vlad, mihai, radu, admin } = people;

const words = [
  "disc",
  "discuri",
  "frână",
  "frana",
  "Ș1",
  "1K0",
  "615",
  "301 AA",
  "GDB.1763",
  "gdb",
  "ana",
  "a",
  "b 7",
  "👍",
  "10001",
];
const typedParts = [
  ...words,
  "dis",
  "FRÂNĂ",
  "15301",
  "1763",
  "skoda",
  "trw",
  "vlad",
  "octa",
  '"disc frana"',
  "oferta",
  "2014",
];

/** The reference: finds a person's rooms by reading everything, each with its matching messages, newest first. */
async function readEverything(personId: number, typed: string): Promise<Map<number, number[]>> {
  const query = readQuery(typed);
  const found = new Map<number, number[]>();
  const { rows: rooms } = await pool.query(
    `select r.id, r.name, r.offer_id, r.customer_id, c.name as customer, car.*,
       (select json_agg(p.name) from memberships t join participants p on p.id = t.participant_id where t.room_id = r.id) as names,
       coalesce((select json_agg(concat_ws(' · ', code, brand, l.name)) from offer_lines l where l.offer_id = r.offer_id), '[]') as lines
     from rooms r join participants c on c.id = r.customer_id
       join memberships m on m.room_id = r.id and m.participant_id = $1
       cross join lateral (
         select make, model, engine, year, vin, plate from offers where id = r.offer_id
         union all select make, model, engine, year, vin, plate from requests where id = r.request_id and r.offer_id is null) car`,
    [personId],
  );
  for (const { id: room, name, offer_id: offer, customer_id: owner, names, customer, lines, ...vehicle } of rooms) {
    const isOpen = personId === mia.id || personId === vlad.id || owner === personId;
    const more = isOpen ? [customer, vehicle.vin, vehicle.plate, ...lines] : [];
    const titles = [roomTitle(name), ...(offer === null ? [] : [roomTitle(`oferta.${offer}`)])];
    if (matchTexts(query, [...titles, vehicleInWords(vehicle), ...names, ...more]) !== null) found.set(room, []);
    const { rows: messages } = await pool.query(
      "select id, body from messages where room_id = $1 and deleted_at is null order by seq desc",
      [room],
    );
    const hits = messages.filter(({ body }) => matchText(query, body) !== null).map(({ id }) => id);
    if (hits.length > 0) found.set(room, hits);
  }
  return found;
}

interface FoundRoom {
  readonly id: number;
  readonly hits: readonly { readonly message_id: number }[];
}
const messagesOf = ({ hits }: FoundRoom): number[] => hits.map((hit) => hit.message_id);
const inOrder = (ids: Iterable<number>): number[] => [...ids].toSorted((a, b) => a - b);

/** Checks that a search finds exactly the hits of the reference; returns whether it had any. */
async function expectAll(person: typeof ana, typed: string): Promise<boolean> {
  const expected = await readEverything(person.id, typed);
  const found: FoundRoom[] = [];
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { body } = await postWhole(person, typed, { page });
    found.push(...body.chats);
    isMore = body.more;
  }
  expect([typed, inOrder(found.map(({ id }) => id))]).toEqual([typed, inOrder(expected.keys())]);
  for (const room of found) {
    const all = expected.get(room.id) ?? [];
    const own = messagesOf(room);
    expect([typed, own.length]).toEqual([typed, Math.min(3, all.length)]);
    expect([typed, own.filter((id) => !all.includes(id))]).toEqual([typed, []]);
    const { body } = await postWhole(person, typed, { room_id: room.id });
    expect([typed, body.chats.flatMap(messagesOf)]).toEqual([typed, all.slice(0, 50)]);
  }
  return found.length > 0;
}

async function loseLines(offer: number): Promise<void> {
  const { oferta } = (await call(radu, "GET", `/api/v1/oferta/${offer}`)).body;
  const lines = oferta.lines.slice(1);
  await call(admin, "PUT", `/api/v1/erp/offers/${offer}`, { ...oferta, version: oferta.version + 1, lines });
}

interface MadeRoom {
  readonly id: number;
  readonly people: readonly (typeof ana)[];
  /** Null for a request without an offer. */
  readonly offer: number | null;
}

type Dice = ReturnType<typeof createDice>;

/** Makes a room of an offer or of a request; half of the requests get an offer. */
async function makeRoom(offer: number, dice: Dice, say: () => string): Promise<MadeRoom> {
  const owner = dice(2) === 0 ? ana : mihai;
  const isAnswered = dice(2) === 0;
  const lines = () => Array.from({ length: dice(4) }, (_, id) => lineToStore(id + 1, { code: say(), name: say() }));
  const store = async (more: { request_id?: number }) => {
    for (const version of [1, 2]) {
      const body = offerToStore(owner, version, { ...more, lines: lines() });
      expect((await call(admin, "PUT", `/api/v1/erp/offers/${offer}`, body)).status).toBeLessThan(300);
    }
  };
  if (dice(3) > 0) {
    await (isAnswered ? store({}) : addOffer(database, offer, owner.id));
    const id = await join(owner, offer);
    return { id, people: [owner, ...(await joinStaff(dice, { type: 1, channel: offer }))], offer };
  }
  const { id, request } = await ask(owner, dice, say);
  if (isAnswered && request) await store({ request_id: request.id });
  const staff = await joinStaff(dice, { type: 2, channel: request?.id });
  return { id, people: [owner, ...staff], offer: isAnswered ? offer : null };
}

async function ask(owner: typeof ana, dice: Dice, say: () => string): Promise<Room> {
  const vehicle = { ...octavia, make: say(), model: say() };
  const items = Array.from({ length: dice(3) }, () => ({ text: say(), qty: 1 }));
  return (await call(owner, "POST", "/api/v1/requests", requestToSend({ vehicle, text: say(), items }))).body.chat;
}

async function joinStaff(dice: Dice, room: object): Promise<(typeof ana)[]> {
  const staff = [mia, vlad].filter(() => dice(3) > 0);
  for (const person of staff) expect((await call(person, "POST", "/api/v1/join", room)).status).toBe(200);
  return staff;
}

/** Makes rooms with messages, some longer than a chunk, and edits after indexing. */
async function sayMuch(seed: number, dice: Dice, say: () => string): Promise<void> {
  const pick = <T>(of: readonly T[]): T => of[dice(of.length)] as T;
  const rooms: MadeRoom[] = [];
  for (let n = 0; n < 10; n += 1) rooms.push(await makeRoom(30_000 + 100 * seed + n, dice, say));
  const said: { room: number; id: number; by: typeof ana }[] = [];
  for (let n = 0; n < 240; n += 1) {
    const room = pick(dice(2) === 0 ? rooms.slice(0, 2) : rooms);
    const by = pick(room.people);
    said.push({ room: room.id, by, id: (await publish(by, room.id, say())).id });
  }
  await indexForSearch(pool);
  for (const { offer } of rooms) if (offer !== null) await loseLines(offer);
  for (let n = 0; n < 20; n += 1) {
    const { room, id, by } = pick(said);
    const url = `/api/v1/chat/${room}/message/${id}`;
    await (dice(2) === 0 ? call(by, "DELETE", url) : call(by, "PUT", url, { message: say() }));
  }
}

test.each([1, 2, 3])(
  "[FIND-1m] a search finds exactly what a full reading finds, whatever is said, edited and deleted (%i)",
  async (seed) => {
    const dice = createDice(seed);
    const pick = <T>(of: readonly T[]): T => of[dice(of.length)] as T;
    const say = (parts: readonly string[], most: number): string =>
      Array.from({ length: 1 + dice(most) }, () => pick(parts)).join(pick([" ", " ", ", ", "-"]));
    await sayMuch(seed, dice, () => say(words, 4));
    let found = 0;
    for (let n = 0; n < 40; n += 1) {
      const typed = say(typedParts, 3);
      const isEnough = queryCharacters(readQuery(typed)) >= 3;
      if (isEnough && (await expectAll(pick([ana, mihai, mia, vlad]), typed))) found += 1;
    }
    expect(found).toBeGreaterThan(10);
  },
  60_000,
);
