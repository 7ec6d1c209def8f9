import { beforeAll, describe, expect, test } from "vitest";
import { createRoomStore } from "../rooms/store.pg.ts";
import { explaining } from "../testing/explain.ts";
import { addOffer } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createMessageStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const { ana, radu, mihai } = people;

const total = 20_000;
/** The room's log begins with two joins, so the message with ordinal n has seq n + 2. */
const seqOf = (ordinal: number) => ordinal + 2;
let room = 0;

beforeAll(async () => {
  room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
  await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  await fill(room, total, ana.id, radu.id);
  // A second room forces the planner to filter by room.
  await addOffer(database, 10_010, mihai.id);
  const other = (await call(mihai, "POST", "/api/v1/join", { type: 1, channel: 10_010 })).body.chat.id;
  await fill(other, 2000, mihai.id, mihai.id);
  await pool.query(
    `insert into room_events (room_id, seq, kind, participant_id, read_seq, created_at)
     select id, last_seq + n, 'read', $2, n, now() from rooms, generate_series(1, 2000) n where id = $1`,
    [other, mihai.id],
  );
  await pool.query("update rooms set last_seq = last_seq + 2000 where id = $1", [other]);
  await pool.query("analyze");
});

async function fill(roomId: number, messages: number, first: number, second: number): Promise<void> {
  await pool.query(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, last_seq + n, n, case when n % 2 = 0 then $3::bigint else $4::bigint end, 'mesajul ' || n,
       '2026-01-01'::timestamptz + n * interval '1 second'
     from rooms, generate_series(1, $2::int) n where id = $1`,
    [roomId, messages, first, second],
  );
  await pool.query(
    `update rooms set last_seq = last_seq + $2, messages_total = $2, updated_at = '2026-02-01' where id = $1`,
    [roomId, messages],
  );
}

const page = (number: number | string, query = "") => call(ana, "GET", `/api/v1/chat/${room}/${number}${query}`);
const ordinals = ({ body }: { body: { data: { messages: { message: string }[] } } }) =>
  body.data.messages.map(({ message }) => Number(message.split(" ")[1]));
const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("pages", () => {
  test("[ROOM-4a] page 1 is the newest 50, oldest first, and the next page continues above it", async () => {
    const newest = await page(1);
    expect(newest.body.data).toMatchObject({ id: room, total, page: 1, seq: seqOf(total) });
    expect(ordinals(newest)).toEqual(run(total - 49, total));
    expect(ordinals(await page(2))).toEqual(run(total - 99, total - 50));
    expect(ordinals(await page(400))).toEqual(run(1, 50));
  });

  test("[ROOM-4a] a page past the end is empty, at any distance", async () => {
    for (const number of [401, 1000, 1_000_000_000]) {
      const { status, body } = await page(number);
      expect([status, body.data.messages, body.data.total]).toEqual([200, [], total]);
    }
  });

  test("[ROOM-4a] messages after, before and around a `seq`", async () => {
    const seq = seqOf(10_000);
    expect(ordinals(await page(1, `?after_seq=${seq}`))).toEqual(run(10_001, 10_050));
    expect(ordinals(await page(1, `?before_seq=${seq}`))).toEqual(run(9950, 9999));
    expect(ordinals(await page(1, `?around_seq=${seq}`))).toEqual(run(9976, 10_025));
    expect(ordinals(await page(1, "?after_seq=0"))).toEqual(run(1, 50));
    expect(ordinals(await page(1, `?after_seq=${seqOf(total)}`))).toEqual([]);
    expect(ordinals(await page(1, "?before_seq=1"))).toEqual([]);
    expect(ordinals(await page(1, "?around_seq=9007199254740991"))).toEqual(run(total - 24, total));
  });

  test.each([
    "?after_seq=-1",
    "?after_seq=x",
    "?after_seq=1&after_seq=2",
    "?after_seq=1.5",
    "?before_seq=",
    "?after_seq=1&before_seq=2",
  ])("[ROOM-4a] %s is 422", async (query) => {
    expect((await page(1, query)).status).toBe(422);
  });

  test.each(["0", "-1", "1e18", "1;--", "null", "1000000001"])("[ROOM-4a] page %s is 422", async (number) => {
    expect((await page(encodeURIComponent(number))).status).toBe(422);
  });

  test("[ROOM-4] outsiders get 404", async () => {
    expect((await call(mihai, "GET", `/api/v1/chat/${room}/1`)).status).toBe(404);
    expect((await call(mihai, "GET", `/api/v1/chat/${room}/1?after_seq=1`)).status).toBe(404);
  });
});

describe("what it costs", () => {
  /** Asserts that every statement uses an index and scans few more rows than it returns. */
  async function costOf(
    work: (stores: {
      rooms: ReturnType<typeof createRoomStore>;
      messages: ReturnType<typeof createMessageStore>;
    }) => Promise<unknown>,
  ) {
    const explained = explaining(pool);
    await work({ rooms: createRoomStore(explained), messages: createMessageStore(explained) });
    expect(explained.nodes.length).toBeGreaterThan(0);
    const large = explained.nodes.filter(({ relation }) => relation === "messages" || relation === "room_events");
    return {
      scans: large.filter(({ type }) => type === "Seq Scan"),
      sorted: Math.max(0, ...explained.nodes.filter(({ type }) => type.includes("Sort")).map(({ rows }) => rows)),
      read: Math.max(0, ...large.map(({ rows }) => rows)),
    };
  }

  test.each([1, 200, 400])(
    "[ROOM-4a] page %i of 400 reads 50 rows by an index and sorts no more than those",
    async (number) => {
      const last = total - 50 * (number - 1);
      const cost = await costOf(({ messages }) => messages.listByOrdinal(room, { first: last - 49, last }, ana.id));
      expect(cost.scans).toEqual([]);
      expect([cost.sorted, cost.read]).toEqual([expect.toSatisfy((rows) => Number(rows) <= 50), 50]);
    },
  );

  test.each(["after", "before"] as const)("[ROOM-4a] 50 messages %s a `seq` are 50 rows read", async (from) => {
    const cost = await costOf(({ messages }) =>
      messages.listBySeq(room, { from, seq: seqOf(10_000), lastSeq: seqOf(total) }, 50, ana.id),
    );
    expect(cost.scans).toEqual([]);
    expect(cost.read).toBe(50);
    expect(cost.sorted).toBeLessThanOrEqual(50);
  });

  test("[ROOM-3] a page of the room list reads one message per room", async () => {
    const cost = await costOf(async ({ rooms, messages }) => {
      const { rooms: listed } = await rooms.listRooms(ana.id, 0, 20);
      await messages.listEach(
        listed.map(({ id, messagesTotal }) => ({ roomId: id, ordinal: messagesTotal })),
        ana.id,
      );
    });
    expect(cost.scans).toEqual([]);
    expect(cost.read).toBe(1);
  });

  test("[ROOM-7a] moving a read marker and counting unread look at one message, however many are unread", async () => {
    const cost = await costOf(async ({ rooms }) => {
      await rooms.findAccess({ by: "id", id: room }, ana.id);
      await rooms.moveMarker({
        roomId: room,
        participantId: ana.id,
        upto: seqOf(10_000),
        now: "2026-11-21T10:00:00.000Z",
      });
    });
    expect(cost.scans).toEqual([]);
    expect(cost.read).toBeLessThanOrEqual(1);
  });

  test("[MSG-2a] publishing reads nothing of the room's past", async () => {
    const author = (await call(ana, "GET", "/api/v1/me")).body.user;
    const clientId = "0189d6a2-0000-7000-8000-00000000abcd";
    const cost = await costOf(({ messages }) =>
      messages.publish([{ roomId: room, author, text: "salut", clientId }], "2026-11-21T10:00:00.000Z"),
    );
    expect(cost.scans).toEqual([]);
    expect(cost.read).toBeLessThanOrEqual(1);
  });
});
