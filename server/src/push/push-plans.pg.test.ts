import { beforeAll, expect, test } from "vitest";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { createTestDatabase } from "../testing/database.ts";
import { readCost } from "../testing/read-cost.ts";
import { createPushJobStore } from "./jobs.pg.ts";

const { pool } = await createTestDatabase();
// With this many rows, PostgreSQL scans no table in full, whatever its `random_page_cost`.
const [roomsTotal, peopleTotal, messagesEach] = [12_000, 1000, 3];
const activeTotal = 5;

beforeAll(async () => {
  const run = (text: string, ...values: unknown[]) => pool.query(text, values);
  await run(
    `insert into participants (kind, name, username, password_hash)
     select 'agent', 'A' || n, 'agent' || n, 'x' from generate_series(1, $1::int) n`,
    peopleTotal,
  );
  await run("insert into participant_roles select id, 'Agent' from participants");
  await run(
    `insert into tokens (hash, participant_id, created_at, last_used_at)
     select sha256(convert_to(id::text, 'UTF8')), id, now(), now() from participants`,
  );
  await run(
    `insert into offers (id, customer_id, status, valid_until)
     select 10000 + n, 1, 'sent', now() from generate_series(1, $1::int) n`,
    roomsTotal,
  );
  await run(
    `insert into rooms (offer_id, customer_id, last_seq, messages_total, active_minute)
     select id, customer_id, $1::int, $1::int, room_minute(now() - interval '1 day') from offers`,
    messagesEach,
  );
  await run(
    `insert into memberships (room_id, participant_id)
     select id, 1 + (id * 7 + n * 11) % $1 from rooms, generate_series(1, 2) n`,
    peopleTotal,
  );
  await run(
    `insert into messages (room_id, seq, ordinal, author_id, body, created_at)
     select id, n, n, 1, 'salut', now() - interval '1 minute' from rooms, generate_series(1, $1::int) n`,
    messagesEach,
  );
  await run("insert into push_rooms (room_id, ordinal) select id, messages_total from rooms");
  await run(
    `insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
     select participant_id, hash, 'https://push.example/' || participant_id, 'https://push.example', 'x', 'y' from tokens`,
  );
  await run("update push_rooms set ordinal = ordinal - 1 where room_id <= $1", activeTotal);
  await run("update rooms set active_minute = room_minute(now()) where id <= $1", activeTotal);
  await run("analyze");
});

test("[PUSH-8] planning reads only recently active rooms and their members", async () => {
  const { rooms } = await createActiveRoomStore(pool).listActive(null, 0, 200);
  const active = rooms.map(({ id }) => id);
  const cost = await readCost(pool, (explained) => createPushJobStore(explained).plan(active, 5000, 200));
  expect([cost.scans, cost.read("rooms")]).toEqual([[], activeTotal]);
  expect(cost.read("memberships")).toBeLessThanOrEqual(activeTotal * 4);
  expect(cost.read("messages")).toBeLessThanOrEqual(activeTotal);
  const { rows } = await pool.query("select from push_jobs");
  expect(rows.length).toBeGreaterThan(activeTotal);
  const level = await readCost(pool, (explained) => createPushJobStore(explained).plan(active, 5000, 200));
  expect([level.scans, level.read("memberships")]).toEqual([[], 0]);
});

test("[PUSH-8] taking, composing and finishing pushes uses indexes", async () => {
  const { rows } = await pool.query<{ total: number }>("select count(*)::integer as total from push_jobs");
  const total = rows[0]?.total ?? 0;
  await pool.query("analyze push_jobs");
  const jobs = await createPushJobStore(pool).take(total, [], 30_000);
  expect(jobs).toHaveLength(total);
  const composed = await readCost(pool, (explained) => createPushJobStore(explained).describe(jobs));
  const { rows: own } = await pool.query<{ total: number }>(
    `select count(*)::integer as total from memberships
     where participant_id in (select participant_id from push_subscriptions where id = any($1::bigint[]))`,
    [jobs.map(({ subscriptionId }) => subscriptionId)],
  );
  expect(composed.scans).toEqual([]);
  expect(composed.read("memberships")).toBeLessThan(2 * (own[0]?.total ?? 0));
  expect(composed.read("messages")).toBeLessThanOrEqual(total * (messagesEach + 2));
  await createPushJobStore(pool).finish(jobs);
  expect((await pool.query("select from push_jobs")).rows).toEqual([]);
});
