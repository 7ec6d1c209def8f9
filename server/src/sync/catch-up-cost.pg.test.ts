import { beforeAll, describe, expect, test } from "vitest";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { explaining } from "../testing/explain.ts";
import { startTestApi } from "../testing/test-api.ts";
import type { EventRange } from "./rules.ts";
import { createEventLog } from "./log.pg.ts";

const api = await startTestApi();
const { people, pool } = api;
const { ana, radu } = people;

const roomsTotal = 5000;
const eventsPerRoom = 4;
const largeRoom = 6000;
let ids: number[] = [];
let large = 0;

beforeAll(async () => {
  // Adds 5,000 rooms of 4 events, all of them with Radu and 500 with Ana, and one of 6,000 events and 1,000 members. A third of the events are reads,
  // the rest messages.
  await pool.query(
    `with made as (
       insert into offers (id, customer_id, status, valid_until)
       select n, $1, 'sent', now() from generate_series(100000, 100000 + $2::int) n returning id)
     insert into rooms (offer_id, customer_id, last_seq, messages_total, created_at, updated_at, active_minute)
     select id, $1, $3::int, $3 - $3 / 3, '2026-01-01', at, at
     from made, lateral (select '2026-01-01'::timestamptz + (id - 100000) * interval '1 minute' as at) activity`,
    [ana.id, roomsTotal, eventsPerRoom],
  );
  const { rows } = await pool.query<{ id: number }>("select id from rooms order by offer_id");
  ids = rows.map(({ id }) => id);
  large = ids.at(-1) ?? 0;
  await pool.query("update rooms set last_seq = $2::int, messages_total = $2 - $2 / 3 where id = $1", [
    large,
    largeRoom,
  ]);
  await pool.query(
    `insert into memberships (room_id, participant_id, listed_at) select id, $2::bigint, listed_hour(updated_at) from rooms
     union all select id, $1::bigint, listed_hour(updated_at) from rooms where offer_id % 10 = 0 or id = $3`,
    [ana.id, radu.id, large],
  );
  await pool.query(
    `with crowd as (
       insert into participants (kind, name, username, password_hash)
       select 'agent', 'Agent ' || n, 'agent' || n, '' from generate_series(1, 1000) n returning id)
     insert into memberships (room_id, participant_id) select $1, id from crowd`,
    [large],
  );
  await pool.query(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, n, n - n / 3, $1, 'mesajul ' || n, '2026-01-01' from rooms, generate_series(1, last_seq) n where n % 3 <> 0`,
    [radu.id],
  );
  await pool.query(
    `insert into room_events (room_id, seq, kind, participant_id, read_seq, created_at)
     select id, n, 'read', $1, n - 1, '2026-01-01' from rooms, generate_series(3, last_seq, 3) n`,
    [ana.id],
  );
  // Adds enough people that scanning them costs more than lookups.
  await pool.query(
    `insert into participants (kind, name, username, password_hash)
     select 'customer', 'Client ' || n, 'client' || n, '' from generate_series(1, 4000) n`,
  );
  await pool.query("analyze");
});

/** Returns the plans of all statements of the work; every table is large. */
async function costOf(
  work: (stores: {
    rooms: ReturnType<typeof createRoomStore>;
    log: ReturnType<typeof createEventLog>;
    tail: ReturnType<typeof createActiveRoomStore>;
  }) => Promise<unknown>,
) {
  const explained = explaining(pool);
  await work({
    rooms: createRoomStore(explained),
    log: createEventLog(explained),
    tail: createActiveRoomStore(explained),
  });
  expect(explained.nodes.length).toBeGreaterThan(0);
  // Nobody silences anybody, so scanning that table costs nothing.
  const tables = explained.nodes.filter(({ relation }) => relation !== null && relation !== "silences");
  const sorts = explained.nodes.filter(({ type }) => type.includes("Sort"));
  return {
    scans: tables.filter(({ type }) => type === "Seq Scan"),
    sorted: Math.max(0, ...sorts.map(({ rows }) => rows)),
    read: (relation: string) =>
      Math.max(0, ...tables.filter((node) => node.relation === relation).map(({ rows }) => rows)),
  };
}

const range = (id: number, after: number, upto: number): EventRange => ({
  room: { id, name: "oferta.1", lastSeq: upto },
  after,
  upto,
});
const spread = (count: number) => Array.from({ length: count }, (_, index) => ids[index * 10] ?? 0);
const at = "2026-11-21T10:00:00.000Z";

describe("what catching up costs", () => {
  test("[MSG-6] the heads of 200 rooms take one statement that reads 200 rooms and memberships", async () => {
    const cost = await costOf(({ rooms }) => rooms.findEachAccess(spread(200), ana.id));
    expect(cost.scans).toEqual([]);
    expect([cost.read("rooms"), cost.read("memberships")]).toEqual([200, 200]);
  });

  test("[MSG-6] the events of 200 rooms take one statement that reads only those events, by the keys of the log", async () => {
    const wanted = spread(200).map((id) => range(id, eventsPerRoom - 3, eventsPerRoom));
    const cost = await costOf(({ log }) => log.listEvents(wanted, ana.id));
    expect(cost.scans).toEqual([]);
    expect([cost.read("room_events"), cost.read("messages"), cost.sorted]).toEqual([200, 400, 600]);
  });

  test.each([0, 3000, largeRoom - 500])(
    "[MSG-6] 500 events after %i of a large room are 500 rows, at any position",
    async (after) => {
      const reads = Math.floor((after + 500) / 3) - Math.floor(after / 3);
      const cost = await costOf(({ log }) => log.listEvents([range(large, after, after + 500)], ana.id));
      expect(cost.scans).toEqual([]);
      expect([cost.read("room_events"), cost.read("messages")]).toEqual([reads, 500 - reads]);
      expect(cost.sorted).toBeLessThanOrEqual(500);
    },
  );

  test("[LIVE-3e] the room tail reads and sorts only recently active rooms, and the members of those it asks for", async () => {
    await pool.query("update rooms set active_minute = room_minute(now()) where id = any ($1::bigint[])", [spread(30)]);
    const cost = await costOf(({ tail }) => tail.listActive(null, 0, 5000));
    expect(cost.scans).toEqual([]);
    expect([cost.read("rooms"), cost.sorted]).toEqual([30, 30]);
    const asked = await costOf(({ rooms }) => rooms.listAudiences(spread(20)));
    expect(asked.scans).toEqual([]);
    expect(asked.read("memberships")).toBe(40);
  });
});

describe("what a change of a room costs", () => {
  test("[ROOM-7] moving a read marker looks at one message and one membership of a large room", async () => {
    const cost = await costOf(({ rooms }) =>
      rooms.moveMarker({ roomId: large, participantId: ana.id, upto: 3000, now: at }),
    );
    expect(cost.scans).toEqual([]);
    expect(cost.read("messages")).toBe(1);
    expect(cost.read("room_events")).toBe(0);
  });

  test("[ROOM-6d] leaving and joining again look at one message and one leave of a large room", async () => {
    const cost = await costOf(async ({ rooms }) => {
      await rooms.removeMember({ roomId: large, participantId: ana.id, by: null, now: at });
      await rooms.join({ ref: { by: "offer", id: 100_000 + roomsTotal }, staff: [], participantId: ana.id, now: at });
    });
    expect(cost.scans).toEqual([]);
    expect(cost.read("messages")).toBeLessThanOrEqual(1);
    expect(cost.read("room_events")).toBeLessThanOrEqual(1);
    expect(cost.sorted).toBe(0);
  });
});
