import { readQuery } from "@cuplaj/protocol/search-text.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addCrowd } from "../testing/crowd.ts";
import { countReads } from "../testing/read-cost.ts";
import { startTestApi } from "../testing/test-api.ts";
import { chunkReader } from "./search-chunks.pg.ts";
import { offerReader } from "./search-offers.pg.ts";
import { roomReader } from "./search-rooms.pg.ts";
import { searchSettings } from "./search-session.pg.ts";
import type { SearchReader } from "./search-store.ts";
import { beginningsOf, type MessageFilter, type Terms, termsOf } from "./search-terms.ts";

const { people, pool } = await startTestApi();
const { mia, vlad } = people;
const none: MessageFilter = { authorId: null, from: null, until: null, hasFile: false };
const terms = (typed: string): Terms => ({ found: typed, checked: typed });

/** 1,000 rooms with 20 chunks of 4 messages each; Mia is in all of them, Vlad in 20. */
const [rooms, chunks] = [1000, 20];
let roomIds: number[] = [];
beforeAll(async () => {
  await addCrowd(pool);
  await pool.query(
    `insert into offers (id, customer_id, status, valid_until, make) select 100000 + n, $1, 'sent', now(), 'Dacia' from generate_series(1, $2::int) n`,
    [people.ana.id, rooms],
  );
  await pool.query(
    `insert into offer_lines (offer_id, position, code, brand, name, qty, unit_price, vat_rate)
     select id, position, 'X ' || id, 'TRW', 'Disc', 1, 1, 21 from offers, generate_series(1, 3) position where id > 100000`,
  );
  await pool.query(`insert into rooms (offer_id, customer_id, last_seq, messages_total, updated_at)
     select id, customer_id, 80, 80, now() - (id - 100000) * interval '1 hour' from offers where id > 100000`);
  await pool.query(
    `insert into memberships (room_id, participant_id, listed_at) select id, $1, listed_hour(updated_at) from rooms
     union all (select id, $2::bigint, listed_hour(updated_at) from rooms order by id limit 20)`,
    [mia.id, vlad.id],
  );
  await pool.query(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select r.id, n, n, $1, 'comun rar' || r.id || 'x' || n, now() from rooms r, generate_series(1, 80) n`,
    [mia.id],
  );
  await pool.query(
    `insert into search_chunks (room_id, first_seq, last_seq, messages, begun_at, ended_at, words)
     select r.id, 4 * n - 3, 4 * n, 4, now(), now(), ('''comun'':1,2,3,4 ''=p1'':1,2,3,4 ''rar' || r.id || 'x' || n || ''':1')::tsvector
     from rooms r, generate_series(1, $1::int) n`,
    [chunks],
  );
  await pool.query(
    `insert into search_offers (offer_id, room_id, offer_version, customer_name, words)
     select offer_id, id, 1, '', array_to_tsvector(array['dacia', offer_id::text]) from rooms`,
  );
  await pool.query(
    "insert into search_people (participant_id, name, words) select id, name, array_to_tsvector(array[lower(split_part(name, ' ', 1))]) from participants",
  );
  await pool.query("vacuum analyze");
  roomIds = (await pool.query<{ id: number }>("select id from rooms order by id")).rows.map(({ id }) => id);
});

async function costOf(caller: { readonly id: number }, read: (reader: SearchReader) => Promise<unknown>) {
  const reads = await countReads(
    pool,
    (client) => client.query(searchSettings),
    (client) => read({ ...chunkReader(client, caller.id), ...roomReader(client, caller.id), ...offerReader(client) }),
  );
  expect([...reads].filter(([, { scans }]) => scans > 0)).toEqual([]);
  return (table: string): number => reads.get(table)?.rows ?? 0;
}

describe("reads of a search in 1,000 rooms", () => {
  test("[FIND-1j] a rare word: reads its chunks and the caller's memberships", async () => {
    const rows = await costOf(mia, (reader) => reader.findChunks(terms(`'rar${roomIds[7]}x3'`), none, null));
    expect(rows("search_chunks")).toBeLessThan(20);
    expect(rows("memberships")).toBeLessThanOrEqual(rooms);
  });

  test("[FIND-1j] a common word: the index gives up at its limit, and the newest rooms are walked", async () => {
    const found = await costOf(mia, async (reader) => {
      expect(await reader.findChunks(terms("'comun'"), none, null)).toBeNull();
    });
    expect(found("search_chunks")).toBeLessThanOrEqual(5001);
    const walked = await costOf(mia, (reader) => reader.walkChunks(terms("'comun'"), none, null, 60));
    expect(walked("search_chunks")).toBeLessThanOrEqual(60 * chunks);
    expect(walked("memberships")).toBeLessThanOrEqual(61);
  });

  test("[FIND-1j] a walk reads only the rooms of its portion, even if none match", async () => {
    for (const [caller, portion] of [
      [mia, 60],
      [vlad, 20],
    ] as const) {
      const walked = await costOf(caller, (reader) => reader.walkChunks(terms("'nimic'"), none, null, 60));
      expect(walked("search_chunks")).toBe(portion * chunks);
    }
    const one = await costOf(mia, (reader) => reader.walkRoom(terms("'nimic'"), none, roomIds[3] ?? 0, null));
    expect(one("search_chunks")).toBe(chunks);
  });

  test("[FIND-1j] messages of chunks: reads nothing of other people's rooms", async () => {
    const asked = roomIds.slice(0, 40).map((roomId) => ({ roomId, firstSeq: 9, lastSeq: 12 }));
    const all = await costOf(mia, (reader) => reader.readMessages(asked, none, ["comun"]));
    expect(all("messages")).toBe(160);
    const own = await costOf(vlad, (reader) => reader.readMessages(asked, none, ["comun"]));
    expect(own("messages")).toBe(80);
  });

  test("[FIND-1j] rooms by their offers and people: reads the offers of a window", async () => {
    const rare = await costOf(mia, (reader) => reader.findRooms(terms("'100042'")));
    expect(rare("search_offers")).toBeLessThan(10);
    const walked = await costOf(mia, (reader) => reader.walkRooms(["'dacia'"], null, 200, true));
    expect(walked("search_offers")).toBe(200);
    const named = await costOf(mia, (reader) => reader.findPeople(["'vlad'", "'dacia'"]));
    expect(named("search_people")).toBeLessThan(10);
    const theirs = await costOf(mia, (reader) => reader.addRoomsOf([], [vlad.id], "'dacia'"));
    expect(theirs("search_offers")).toBe(20);
    const read = await costOf(mia, (reader) => reader.readRooms(roomIds.slice(0, 60), "'vlad'"));
    expect([read("rooms"), read("offers")]).toEqual([60, 60]);
  });
});

test("[FIND-2a] words of different messages do not make a chunk match", async () => {
  const roomId = roomIds[3] ?? 0;
  const words = ["'disc':1 'filtru':2", "'disc':1,2 'filtru':2", "'disc':1 'filtru':1", "'disc':1"];
  await pool.query(
    `insert into search_chunks (room_id, first_seq, last_seq, messages, begun_at, ended_at, words)
     select $1, 100 + 2 * position, 101 + 2 * position, 2, now(), now(), words::tsvector
     from unnest($2::text[]) with ordinality chunk (words, position)`,
    [roomId, words],
  );
  for (const [typed, found] of [
    ["filtru disc", [104, 106]],
    ['"disc filtru"', [104, 106]],
    ["fil", [102, 104, 106]],
  ] as const) {
    const { chunks } = await chunkReader(pool, mia.id).walkRoom(termsOf(readQuery(typed), none), none, roomId, null);
    expect(chunks.map(({ firstSeq }) => firstSeq).toReversed()).toEqual(found);
  }
});

test("[FIND-2a] only a chunk's messages with all prefixes are read, or all if it has no words", async () => {
  const roomId = roomIds[5] ?? 0;
  const words = "'disc':1,3 'discuri':4 'filtru':2,3,4,60 'filtre':1 '~kmc06134':2";
  await pool.query("update search_chunks set words = case first_seq when 9 then $2::tsvector end where room_id = $1", [
    roomId,
    words,
  ]);
  const reader = chunkReader(pool, mia.id);
  const read = async (firstSeq: number, typed: string): Promise<number[]> => {
    const chunk = { roomId, firstSeq, lastSeq: firstSeq + 3 };
    return (await reader.readMessages([chunk], none, beginningsOf(readQuery(typed)))).map(({ seq }) => seq);
  };
  expect(await read(9, "filtru disc")).toEqual([12, 11]);
  expect(await read(9, "fil disc")).toEqual([12, 11, 9]);
  expect(await read(9, "discu")).toEqual([12]);
  expect(await read(9, "kmc06")).toEqual([10]);
  expect(await read(9, "kmc")).toEqual([]);
  expect(await read(9, "disculet")).toEqual([]);
  expect(await read(9, "06 A1")).toEqual([12, 11, 10, 9]);
  expect(await read(13, "disculet")).toEqual([16, 15, 14, 13]);
  const asked = [{ roomId, firstSeq: 9, lastSeq: 12 }];
  const cost = await costOf(mia, (each) => each.readMessages(asked, none, ["filtru", "disc"]));
  expect(cost("messages")).toBe(2);
});
