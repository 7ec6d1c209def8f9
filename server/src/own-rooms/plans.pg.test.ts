import { beforeAll, expect, test } from "vitest";
import { createRoomStore } from "../rooms/store.pg.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { readCost } from "../testing/read-cost.ts";

const { pool } = await createTestDatabase();
// With this many rows, PostgreSQL scans no table in full, whatever its `random_page_cost`.
const allRoomsTotal = 12_000;
const roomsTotal = 1500;
const peopleTotal = 40;
const othersPerRoom = 3;
const roomsPerHour = 10;
let personId = 0;

beforeAll(async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into participants (kind, name, username, password_hash)
     select 'agent', 'A' || n, 'agent' || n, 'x' from generate_series(1, $1::int) n returning id`,
    [peopleTotal],
  );
  personId = rows[0]?.id ?? 0;
  await pool.query(
    `insert into offers (id, customer_id, status, valid_until)
     select 10000 + n, $1, 'sent', now() from generate_series(1, $2::int) n`,
    [personId, allRoomsTotal],
  );
  await pool.query(
    `insert into rooms (offer_id, customer_id, created_at, updated_at)
     select id, customer_id, now(), date_trunc('hour', now()) - (id - 10000) / $1::int * interval '1 hour' from offers`,
    [roomsPerHour],
  );
  await pool.query(
    `insert into memberships (room_id, participant_id, listed_at)
     select id, case when n = 0 then $1 else $1 + (id * 7 + n * 11) % ($3 - 1) + 1 end, listed_hour(updated_at)
     from rooms, generate_series(0, $4::int) n where n > 0 or offer_id <= 10000 + $2::int`,
    [personId, roomsTotal, peopleTotal, othersPerRoom],
  );
  await pool.query(`insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
     select room_id, participant_id, 'join', participant_id, 1, now() from memberships`);
  await pool.query("analyze");
});

const arrange = (pins: number) =>
  pool.query(
    `update memberships set pinned_version = case when n % 70 = 0 and n / 70 < $2 then n end
     from (select room_id as id, row_number() over (order by room_id) as n from memberships where participant_id = $1) each
     where room_id = each.id and participant_id = $1`,
    [personId, pins],
  );
const costOf = (skip: number) =>
  readCost(pool, (explained) => createRoomStore(explained).listRooms(personId, skip, 20));

test.each([0, 1, 20])(
  "[ORDER-1] with %i pinned rooms a page at any depth looks up only its own rooms and those of the same hours",
  async (pins) => {
    await arrange(pins + 1);
    const { rowCount } = await pool.query("select from memberships where pinned_version is not null");
    expect(rowCount).toBe(pins);
    for (const skip of [0, 10, 600, roomsTotal - 20]) {
      const cost = await costOf(skip);
      expect([cost.scans, cost.read("offers")]).toEqual([[], 20]);
      // A page begins and ends within an hour, and pinned rooms leave gaps.
      expect(cost.read("rooms")).toBeLessThanOrEqual(20 + 2 * roomsPerHour + pins);
      expect(cost.sorted).toBeLessThanOrEqual(20 + 2 * roomsPerHour + pins);
    }
  },
);

test("[ROOM-12] loading the caller reads arranged rooms and no other memberships", async () => {
  await arrange(11);
  const own = await readCost(pool, (explained) => createSignInStore(explained, "off").findUser(personId));
  expect([own.scans, own.read("memberships")]).toEqual([[], 10]);
  const { rooms } = (await createSignInStore(pool, "off").findUser(personId)) ?? {};
  expect(rooms?.pinned).toHaveLength(10);
});

test("[ROOM-13] a page of members reads only that room's members", async () => {
  const { rows } = await pool.query<{ id: number }>("select id from rooms order by offer_id limit 1");
  const cost = await readCost(pool, (explained) => createRoomStore(explained).listMembers(rows[0]?.id ?? 0, 0, 100));
  expect(cost.read("memberships")).toBe(2 * (1 + othersPerRoom));
});
