import { beforeAll, expect, test } from "vitest";
import type { StatementPool } from "../storage/named-statement.ts";
import { addCrowd } from "../testing/crowd.ts";
import { countReads } from "../testing/read-cost.ts";
import { indexForSearch } from "../testing/search-level.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createIndexBatch } from "./index-batch.pg.ts";
import { compareOffers, comparePeople, compareRooms, rereadChunks } from "./index-portions.ts";
import { indexRooms } from "./index-rooms.ts";
import { lookAtBacklog } from "./index-store.pg.ts";

const { pool, people } = await startTestApi();
const { ana } = people;
const [roomsTotal, perRoom] = [1500, 40];
const at = "2026-10-02T10:00:00.000Z";
const active: number[] = [];

beforeAll(async () => {
  await addCrowd(pool);
  await pool.query(
    `insert into offers (id, customer_id, status, valid_until)
     select 200000 + n, $1, 'sent', now() from generate_series(1, $2::int) n`,
    [ana.id, roomsTotal],
  );
  await pool.query(
    `insert into rooms (offer_id, customer_id, last_seq, messages_total, active_minute)
     select 200000 + n, $3, $1, $1, '2026-01-01' from generate_series(1, $2::int) n`,
    [perRoom, roomsTotal, ana.id],
  );
  await pool.query(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, n, n, $1, 'mesajul ' || n, $2::timestamptz from rooms, generate_series(1, $3::int) n`,
    [ana.id, at, perRoom],
  );
  await indexForSearch(pool);
  await pool.query("vacuum analyze");
  const { rows } = await pool.query("select id from rooms where offer_id > 200000 order by id limit 20");
  active.push(...rows.map(({ id }) => id));
});

async function count(
  beforehand: (client: StatementPool) => Promise<unknown>,
  work: (client: StatementPool) => Promise<unknown>,
) {
  const read = await countReads(pool, beforehand, work);
  return new Map([...read].filter(([name]) => name !== "settings"));
}
const scansOf = (read: ReadonlyMap<string, { scans: number }>): string[] =>
  [...read].flatMap(([name, { scans }]) => (scans === 0 ? [] : [name]));
const rowsOf = (read: ReadonlyMap<string, { rows: number }>, table: string): number => read.get(table)?.rows ?? 0;
const say = (rooms: number) => async (client: StatementPool) => {
  await client.query(
    `with head as (
       update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1, active_minute = room_minute(now())
       where id in (select id from rooms where offer_id > 200000 order by id limit ${rooms}) returning id, last_seq, messages_total)
     insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, last_seq, messages_total, ${ana.id}, 'un mesaj nou', now() from head`,
  );
};

test("[FIND-2k] looking for outdated rooms reads only recently active ones", async () => {
  const read = await count(say(20), async (client) => {
    expect((await lookAtBacklog(client, active, 0, 200)).roomIds).toHaveLength(20);
  });
  expect([scansOf(read), rowsOf(read, "messages")]).toEqual([[], 0]);
  // The count includes old row versions that are still in the index.
  expect(rowsOf(read, "rooms")).toBeLessThan(40);
});

test("[FIND-2k] indexing a message reads the messages of its open chunk, and nothing else of the room", async () => {
  const read = await count(say(20), async (client) => {
    const { roomIds } = await lookAtBacklog(client, active, 0, 200);
    expect((await indexRooms(createIndexBatch(client), roomIds)).done.size).toBe(20);
  });
  const openMessages = (perRoom % 32) + 1;
  expect([scansOf(read), rowsOf(read, "messages")]).toEqual([[], 20 * openMessages]);
  expect(rowsOf(read, "search_chunks")).toBeLessThanOrEqual(20 * 4);
});

test("[FIND-2k] comparing rooms, offers and people, and rereading chunks, scan no table in full", async () => {
  const forget = (client: StatementPool) =>
    client.query("update search_chunks set words = null where room_id in (select id from rooms order by id limit 10)");
  const read = await count(forget, async (client) => {
    const batch = createIndexBatch(client);
    expect(await compareRooms(batch, 0)).toMatchObject({ uptoId: expect.any(Number), isEnd: false });
    expect(await compareOffers(batch, 0)).toMatchObject({ uptoId: expect.any(Number), isEnd: false });
    await comparePeople(batch, 0);
    expect(await rereadChunks(batch)).toMatchObject({ isMore: true });
  });
  expect([scansOf(read), rowsOf(read, "messages")]).toEqual([[], 10 * perRoom]);
  expect(rowsOf(read, "rooms")).toBeLessThanOrEqual(2 * 1000);
});
