import { expect, test } from "vitest";
import { createMessageStore } from "../messages/store.pg.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { countReads } from "../testing/read-cost.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createEditStore } from "./store.pg.ts";
import type { EditStore, OwnMessageChange } from "./store.ts";

const { people, call, pool } = await startTestApi();
const { ana, radu } = people;
const total = 20_000;
const at = "2026-10-02T10:00:00.000Z";

/** A room in which ana and radu wrote in turn. */
const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await pool.query(
  `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
   select id, last_seq + n, n, case n % 2 when 0 then $2::bigint else $3 end, 'mesajul ' || n, $4::timestamptz
   from rooms, generate_series(1, $5::int) n where id = $1`,
  [roomId, ana.id, radu.id, at, total],
);
await pool.query("update rooms set last_seq = last_seq + $2, messages_total = $2 where id = $1", [roomId, total]);
await pool.query("vacuum analyze");

test("[ROOM-4b][MSG-8b] a page of replies reads each message that they quote by its key, in one statement", async () => {
  const last = total - 1000;
  const page = (client: StatementPool) =>
    createMessageStore(client).listByOrdinal(roomId, { first: last - 49, last }, ana.id);
  const change = "update messages set reply_to_seq = $1 where room_id = $2 and ordinal between $3 and $4";
  const [quoted] = await createMessageStore(pool).listByOrdinal(roomId, { first: 1, last: 1 }, ana.id);
  await pool.query(change, [quoted?.seq, roomId, last - 49, last]);
  expect((await page(pool)).map(({ quote }) => quote?.id)).toEqual(Array.from({ length: 50 }, () => quoted?.id));
  const read = await countReads(pool, page, page);
  expect(read.get("messages")).toEqual({ scans: 0, rows: 100 });
  expect(read.get("files")?.scans ?? 0).toBe(0);
  await pool.query(change, [null, roomId, last - 49, last]);
});

test("[MSG-7] an edit and a deletion read the message, and the unanswered ones above the newest answer", async () => {
  const { rows } = await pool.query<{
    room_id: number;
    id: number;
    author_id: number;
    ordinal: number;
    room: number;
  }>(
    `select m.id, m.author_id from messages m join memberships on memberships.room_id = m.room_id
       and participant_id = author_id where m.room_id = $1 and ordinal between $2 and $2 + 20 order by ordinal limit 2`,
    [roomId, total / 2],
  );
  // What these count is rolled back.
  const count = async (run: (store: EditStore, message: OwnMessageChange) => Promise<{ outcome: string }>) => {
    const change = async (client: StatementPool, row: (typeof rows)[number] | undefined): Promise<void> => {
      const message = { roomId, messageId: row?.id ?? 0, participantId: row?.author_id ?? 0, now: at };
      expect((await run(createEditStore(client), message)).outcome).toBe("done");
    };
    return await countReads(
      pool,
      (client) => change(client, rows[0]),
      (client) => change(client, rows[1]),
    );
  };
  const edited = await count((store, message) => store.edit({ ...message, text: "altceva" }));
  const removed = await count((store, message) => store.remove(message));
  for (const [read, most] of [
    [edited, 5],
    [removed, 20],
  ] as const) {
    expect(read.get("messages")).toEqual({ scans: 0, rows: expect.toSatisfy((rows) => rows > 0 && rows <= most) });
    expect([read.get("rooms")?.scans, read.get("memberships")?.scans]).toEqual([0, 0]);
  }
});
