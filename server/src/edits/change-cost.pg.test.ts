import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { expect, test } from "vitest";
import { createActionStore } from "../actions/store.pg.ts";
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

const roomId: number = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
await pool.query(
  `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
   select id, last_seq + n, n, case n % 2 when 0 then $2::bigint else $3 end, 'mesajul ' || n, $4::timestamptz
   from rooms, generate_series(1, $5::int) n where id = $1`,
  [roomId, ana.id, radu.id, at, total],
);
await pool.query("update rooms set last_seq = last_seq + $2, messages_total = $2 where id = $1", [roomId, total]);
// Adds enough other rooms for the planner to prefer indexes.
await pool.query(
  `with others as (
     insert into offers (id, customer_id, status, valid_until) select 700000 + n, $1, 'sent', $3 from generate_series(1, 1000) n
     returning id
   ), made as (
     insert into rooms (offer_id, customer_id) select id, $1 from others returning id
   )
   insert into memberships (room_id, participant_id) select id, unnest(array[$1::bigint, $2]) from made`,
  [ana.id, radu.id, at],
);
await pool.query("vacuum analyze");

test("[ROOM-4a][MSG-8] a page of replies looks up the quoted messages by key, in one statement", async () => {
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

test("[MSG-7] an edit and a deletion read only the message and the unanswered ones after staff's newest", async () => {
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

test.each([takeOverAction, likeAction] as const)(
  "[PERF-8] an action of kind %i looks up its message and existing actions by key",
  async (actionId) => {
    const { rows } = await pool.query<{ id: number }>(
      "select id from messages where room_id = $1 and author_id = $2 and ordinal > $3 order by ordinal limit 2",
      [roomId, ana.id, total / 2],
    );
    const act = async (client: StatementPool, messageId: number | undefined): Promise<void> => {
      const asked = { roomId, participantId: radu.id, messageId: messageId ?? 0, wished: true, now: at };
      const acted = await createActionStore(client).act({
        ...asked,
        actionId,
        authorType: "customer",
        mayTakeFromOthers: false,
      });
      expect(acted.outcome).toBe("done");
    };
    const read = await countReads(
      pool,
      (client) => act(client, rows[0]?.id),
      (client) => act(client, rows[1]?.id),
    );
    expect(read.get("messages")).toEqual({ scans: 0, rows: expect.toSatisfy((count) => count > 0 && count <= 10) });
    for (const table of ["rooms", "room_events", "memberships"]) expect(read.get(table)?.scans ?? 0).toBe(0);
  },
);
