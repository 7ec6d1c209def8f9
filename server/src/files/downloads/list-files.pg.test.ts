import { beforeAll, describe, expect, test } from "vitest";
import { createMessageStore } from "../../messages/store.pg.ts";
import { addOffer } from "../../testing/people.ts";
import { readCost } from "../../testing/read-cost.ts";
import { startTestApi } from "../../testing/test-api.ts";

const { people, call, database, pool, noted, files } = await startTestApi();
const { id: storageId } = await files.storages.current();
const { ana, radu, mihai } = people;

const messages = 20_000;
/** Every 40th message has a file, including the last. */
const filesTotal = 500;
const rooms = { full: 0, few: 0 };

beforeAll(async () => {
  rooms.full = await fill(10_001, ana, 40);
  await addOffer(database, 10_010, mihai.id);
  rooms.few = await fill(10_010, mihai, 20_000);
  await pool.query("vacuum analyze");
});

async function fill(offer: number, { id, token }: typeof ana, every: number): Promise<number> {
  const joined = await call({ ...ana, token }, "POST", "/api/v1/join", { type: 1, channel: offer });
  const room: number = joined.body.chat.id;
  await pool.query(
    `with added as (
       insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, created_at)
       select gen_random_uuid(), $3, $2, 'piesa ' || n || '.pdf', n, 'application/pdf', '', now()
       from generate_series($5::int, $4::int, $5::int) n returning id, bytes)
     insert into messages (room_id, seq, ordinal, author_id, body, created_at, file_id)
     select r.id, r.last_seq + n, n, $2, 'mesajul ' || n, '2026-01-01'::timestamptz + n * interval '1 second', added.id
     from rooms r, generate_series(1, $4::int) n left join added on added.bytes = n where r.id = $1`,
    [room, id, storageId, messages, every],
  );
  await pool.query("update rooms set last_seq = last_seq + $2, messages_total = $2 where id = $1", [room, messages]);
  return room;
}

const list = async (page: number, person = ana, room = rooms.full) =>
  await call(person, "GET", `/api/v1/chat/${room}/files/${page}`);
const sizes = ({ body }: { body: { messages: { messages_file: { size: number } }[] } }) =>
  body.messages.map(({ messages_file: { size } }) => size);

describe("the files of a room", () => {
  test("[MSG-4] messages with files, newest first, 50 a page, with the total", async () => {
    const first = await list(1);
    expect(sizes(first)).toEqual(Array.from({ length: 50 }, (_, index) => messages - index * 40));
    expect(first.body).toMatchObject({ total: filesTotal, page: 1 });
    expect(first.body.messages[0]).toMatchObject({
      room_id: rooms.full,
      message: "mesajul 20000",
      customer: { id: ana.id, name: ana.name },
      messages_file: { name: "piesa 20000.pdf", mime: "application/pdf" },
    });
    expect(sizes(await list(10)).at(-1)).toBe(40);
    expect((await list(11)).body).toEqual({ messages: [], total: filesTotal, page: 11 });
    expect((await list(1_000_000_000)).body.messages).toEqual([]);
  });

  test("[MSG-4] for anyone who may view the room; visits are audited", async () => {
    noted.length = 0;
    expect((await list(1, radu)).body.total).toBe(filesTotal);
    expect(noted.map(({ event, who }) => [event, who])).toEqual([["room.read-without-membership", radu.id]]);
    const foreign = await list(1, mihai);
    const absent = await list(1, mihai, 99_999_999);
    expect(foreign.status).toBe(404);
    expect({ ...absent.body, request_id: "" }).toEqual({ ...foreign.body, request_id: "" });
  });

  test("[MSG-4] a page reads only the index of files, however many messages there are", async () => {
    const costOf = async (room: number, skip: number) =>
      await readCost(pool, (explained) => createMessageStore(explained).listWithFile(room, { skip, take: 50 }, ana.id));
    for (const [room, skip, rows] of [
      [rooms.full, 0, 50],
      [rooms.full, 400, 50],
      [rooms.few, 0, 1],
    ] as const) {
      const cost = await costOf(room, skip);
      expect(cost.scans).toEqual([]);
      // The statement scans the partial index of files up to the page, scans it again for the total, and then reads the page.
      const walked = skip + rows + (room === rooms.full ? filesTotal : 1);
      expect(cost.read("messages")).toBeLessThanOrEqual(walked + rows);
    }
  });
});
