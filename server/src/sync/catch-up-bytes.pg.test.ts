import { describe, expect, test } from "vitest";
import { messagesPerPage, syncBytesMax } from "@cuplaj/protocol/limits.ts";
import type { SyncAnswer, SyncedRoom } from "@cuplaj/protocol/sync.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { freshView, ReferenceClient } from "../testing/reference-client.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createEventLog } from "./log.pg.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, radu, mia, vlad } = people;

const longest = "🚗".repeat(4000);

let offers = 70_000;
async function makeRoom(messages: number, text: string, ...members: Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of members)
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  await pool.query(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, last_seq + n, n, $2, $4, now() from rooms, generate_series(1, $3::int) n where id = $1`,
    [id, radu.id, messages, text],
  );
  await pool.query(
    "update rooms set last_seq = last_seq + $2, messages_total = $2, updated_at = clock_timestamp() where id = $1",
    [id, messages],
  );
  return id;
}

const bytesOf = (body: object): number => Buffer.byteLength(JSON.stringify(body));
const sync = async (person: Person, cursors: object): Promise<SyncAnswer> =>
  (await call(person, "POST", "/api/v1/sync", { cursors })).body;

describe("a catch-up of more than 1 MiB", () => {
  test("[MSG-6f] is cut when full; asking again with the new cursors returns the rest, each event once", async () => {
    const rooms = [
      await makeRoom(100, longest, ana, radu),
      await makeRoom(3, "salut", ana, radu),
      await makeRoom(87, longest, ana, radu),
    ];
    const heads = [102, 5, 89];
    let cursors: Record<string, number> = Object.fromEntries(rooms.map((id) => [id, 2]));
    const seen = new Map<number, number[]>(rooms.map((id) => [id, []]));
    let turns = 0;
    for (let isMore = true; isMore; turns += 1) {
      const answer = await sync(ana, cursors);
      expect(bytesOf(answer)).toBeLessThanOrEqual(syncBytesMax);
      expect(answer.rooms.map(({ id }) => id)).toEqual(rooms);
      for (const { id, events, head, has_more: hasMore } of answer.rooms) {
        seen.get(id)?.push(...events.map(({ seq }) => seq));
        cursors = { ...cursors, [id]: events.at(-1)?.seq ?? cursors[id] ?? 0 };
        expect(hasMore).toBe(cursors[id] !== head);
      }
      isMore = answer.rooms.some((room: SyncedRoom) => room.has_more);
    }
    for (const [index, id] of rooms.entries()) {
      const head = heads[index] ?? 0;
      expect(seen.get(id)).toEqual(Array.from({ length: head - 2 }, (_, index) => 3 + index));
    }
    // 187 messages of 16,000 bytes fit into three responses, including their overhead.
    expect(turns).toBe(3);
  });

  test("[MSG-6f] text counts by its length in JSON", async () => {
    const room = await makeRoom(90, "\u0001".repeat(4000), ana, radu);
    const answer = await sync(ana, { [room]: 2 });
    expect(bytesOf(answer)).toBeLessThanOrEqual(syncBytesMax);
    expect(answer.rooms[0]).toMatchObject({ id: room, has_more: true });
  });

  test("[MSG-6d][MSG-6f] new rooms come newest first while they fit; the others are listed with has_more", async () => {
    const made: number[] = [];
    for (let n = 0; n < 70; n += 1) made.unshift(await makeRoom(1, longest, mia, radu));
    const held = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [900_000 + index, 1]));
    const first = await sync(mia, held);
    expect(bytesOf(first)).toBeLessThanOrEqual(syncBytesMax);
    const came = first.chats.map(({ id }) => id);
    expect([came.length > 50, came]).toEqual([true, made.slice(0, came.length)]);
    expect(first.rooms.map(({ id, events, has_more: hasMore }) => [id, events, hasMore])).toEqual(
      made.slice(came.length).map((id) => [id, [], true]),
    );
    const cursors = Object.fromEntries(first.chats.map((room) => [room.id, room.last_seq]));
    const second = await sync(mia, { ...held, ...cursors });
    expect([...came, ...second.chats.map(({ id }) => id)]).toEqual(made);
    expect(second.rooms.some((room) => room.has_more)).toBe(false);
  });

  test("[MSG-6a] old state plus events equals fresh state, even in parts", async () => {
    for (let n = 0; n < 30; n += 1) await makeRoom(2, longest, vlad, radu);
    const [early, late] = [new ReferenceClient(call, vlad), new ReferenceClient(call, vlad)];
    await early.catchUp();
    for (let n = 0; n < 3; n += 1) await makeRoom(50, longest, vlad, radu);
    await early.catchUp();
    await late.catchUp();
    const fresh = await freshView(call, vlad);
    expect(early.shows()).toEqual(fresh);
    expect(late.shows()).toEqual(fresh);
  });

  test("[SEC-5f] reads no more than it returns", async () => {
    const room = await makeRoom(500, longest, ana, radu);
    const range = { room: { id: room, name: "oferta.1", lastSeq: 502 }, after: 2, upto: 502 };
    expect(await createEventLog(pool).listEvents([range], ana.id)).toHaveLength(Math.ceil(syncBytesMax / 16_000));
  });
});

test("[SEC-5f] a page of the longest messages is less than 1 MiB, both as a room and as history", async () => {
  const room = await makeRoom(messagesPerPage + 1, longest, ana, radu);
  for (const url of [`/api/v1/chat/${room}/1`, `/api/v1/chat/${room}`]) {
    const { body } = await call(ana, "GET", url);
    const { messages } = body.data.messages ? body.data : body.chats[0];
    expect(messages).toHaveLength(messagesPerPage);
    expect(bytesOf(body)).toBeLessThan(1024 * 1024);
  }
});
