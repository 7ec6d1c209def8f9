import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { addPeople } from "../../testing/people.ts";
import { allMigrations } from "./all-migrations.ts";

const { database, pool } = await createTestDatabase();
const { ana, radu } = await addPeople({ database });

test("[MSG-5] logs from before reads and leaves keep their events, and each join learns how many members it made", async () => {
  await pool.query(
    `drop index room_events_leaves;
     alter table room_events drop constraint if exists room_events_kind, drop column read_seq, drop column members_total,
       add column message_id bigint references messages on delete cascade,
       add constraint room_events_kind_check check (kind in ('message', 'join')),
       add constraint room_events_check check ((kind = 'message') = (message_id is not null));
     alter table rooms add column epoch uuid not null default gen_random_uuid()`,
  );
  const { rows } = await pool.query<{ id: number }>(
    "insert into rooms (offer_id, last_seq, messages_total) values (10001, 3, 1), (10002, 1, 0) returning id",
  );
  const [first, second] = rows.map(({ id }) => id);
  await pool.query(
    `with message as (
       insert into messages (room_id, seq, ordinal, author_id, body, created_at) values ($1, 2, 1, $3, 'salut', now())
       returning id)
     insert into room_events (room_id, seq, kind, participant_id, message_id, created_at)
     select place.room_id, place.seq, place.kind, place.who, case when place.kind = 'message' then message.id end, now()
     from message, (values ($1::bigint, 1, 'join', $3::bigint), ($1, 2, 'message', $3), ($1, 3, 'join', $4),
       ($2::bigint, 1, 'join', $4)) place (room_id, seq, kind, who)`,
    [first, second, ana.id, radu.id],
  );
  await (await allMigrations["0006-room-log"]?.())?.up(database);
  const log = await database
    .selectFrom("room_events")
    .select(["room_id", "seq", "kind", "members_total", "read_seq"])
    .orderBy("room_id")
    .orderBy("seq")
    .execute();
  expect(log).toEqual([
    { room_id: first, seq: 1, kind: "join", members_total: 1, read_seq: null },
    { room_id: first, seq: 2, kind: "message", members_total: null, read_seq: null },
    { room_id: first, seq: 3, kind: "join", members_total: 2, read_seq: null },
    { room_id: second, seq: 1, kind: "join", members_total: 1, read_seq: null },
  ]);
  const { rows: columns } = await pool.query(
    "select 1 from information_schema.columns where table_name = 'rooms' and column_name = 'epoch'",
  );
  expect(columns).toEqual([]);
});
