import { expect, test } from "vitest";
import { createEventLog } from "../../sync/log.pg.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { addPeople } from "../../testing/people.ts";
import { readRoomLog, upTo } from "../../testing/room-log.ts";
import { allMigrations } from "./all-migrations.ts";

const { database, pool } = await createTestDatabase();
const { ana, radu } = await addPeople({ database });

/** The tables as they were when each message had a row in `room_events` too. */
const olderShape = `
  alter table room_events drop constraint if exists room_events_kind, add column message_id bigint,
    add constraint room_events_kind check (kind in ('message', 'read', 'join', 'leave')),
    add constraint room_events_check check ((kind = 'message') = (message_id is not null)),
    add constraint room_events_room_id_fkey foreign key (room_id) references rooms on delete cascade;
  alter table messages
    add constraint messages_room_id_fkey foreign key (room_id) references rooms on delete cascade,
    add constraint messages_author_id_fkey foreign key (author_id) references participants;
  drop index rooms_active_minute;
  alter table rooms drop column active_minute;
  drop function room_minute;
  create index rooms_updated_at on rooms (updated_at desc, id desc)`;

/** ana and radu join, ana writes, radu reads and leaves; nothing happened in the second room. */
async function fillOlderShape(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into rooms (offer_id, last_seq, messages_total, members_seq, updated_at)
     values (10001, 5, 1, 5, '2026-10-01 10:00:30'), (10002, 0, 0, 0, now()) returning id`,
  );
  await pool.query(
    `with message as (
       insert into messages (room_id, seq, ordinal, author_id, body, created_at)
       values ($1, 3, 1, $2, 'salut', '2026-10-01 10:00:30') returning id)
     insert into room_events (room_id, seq, kind, participant_id, message_id, read_seq, members_total, created_at)
     select $1, place.seq, place.kind, place.who, case when place.kind = 'message' then message.id end, place.read_seq,
       place.members_total, '2026-10-01 10:00'::timestamptz + place.seq * interval '30 seconds'
     from message, (values (1, 'join', $2::bigint, null::bigint, 1), (2, 'join', $3, null, 2), (3, 'message', $2, null, null),
       (4, 'read', $3, 3, null), (5, 'leave', $3, 3, 1)) place (seq, kind, who, read_seq, members_total)`,
    [rows[0]?.id, ana.id, radu.id],
  );
  return rows.map(({ id }) => id);
}

test("[MSG-5] logs from before keep each event once, under its `seq`, and messages come from their own table", async () => {
  await pool.query(olderShape);
  const [room = 0, silent = 0] = await fillOlderShape();
  await (await allMigrations["0009-message-entries"]?.())?.up(database);
  expect(await readRoomLog(pool, room)).toEqual([
    { seq: 1, kind: "join", participant_id: ana.id, read_seq: null, members_total: 1 },
    { seq: 2, kind: "join", participant_id: radu.id, read_seq: null, members_total: 2 },
    { seq: 3, kind: "message", participant_id: ana.id, read_seq: null, members_total: null },
    { seq: 4, kind: "read", participant_id: radu.id, read_seq: 3, members_total: null },
    { seq: 5, kind: "leave", participant_id: radu.id, read_seq: 3, members_total: 1 },
  ]);
  const range = { room: { id: room, offerId: 10_001, lastSeq: 5 }, after: 0, upto: 5 };
  const events = await createEventLog(pool).listEvents([range], ana.id);
  expect(events.map(({ seq }) => seq)).toEqual(upTo(5));
  expect(events[2]).toMatchObject({ kind: "message", message: { message: "salut", seq: 3, customer: { id: ana.id } } });
  const { rows } = await pool.query("select id, active_minute from rooms order by id");
  expect(rows).toEqual([
    { id: room, active_minute: new Date("2026-10-01T10:02:00Z") },
    { id: silent, active_minute: -Infinity },
  ]);
  await expect(
    pool.query(
      "insert into room_events (room_id, seq, kind, participant_id, created_at) values ($1, 6, 'message', $2, now())",
      [room, ana.id],
    ),
  ).rejects.toThrow("room_events_kind");
});
