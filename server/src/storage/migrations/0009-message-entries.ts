import { type Kysely, sql } from "kysely";

/**
 * A message is its own entry of its room's log (MSG-5): `room_events` keeps only what is no message, and both tables are
 * numbered by the room's `seq`, which is handed out under the lock of the room's row. A second row for each message made
 * storing it dearer (PERF-6), and so did asking whether a row is there that the same statement has locked: the room, or the
 * author through their membership, which refers to them. Neither rooms nor people are deleted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table rooms add column active_minute timestamptz not null default '-infinity'`.execute(database);
  await keepMinute(database);
  await dropMessageEvents(database);
  await sql`
    alter table messages
      drop constraint messages_room_id_fkey,
      drop constraint messages_author_id_fkey`.execute(database);
  await sql`alter table room_events drop constraint room_events_room_id_fkey`.execute(database);
}

/**
 * LIVE-3: the lately active rooms are found by the minute of their newest event of any kind. With an index on the time itself
 * each message moved its room in that index, and PostgreSQL then adds an entry to every index of the table; where no indexed
 * value changes, it writes the row in place. So a room in use moves once a minute.
 */
async function keepMinute(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function room_minute(moment timestamptz) returns timestamptz language sql immutable strict parallel safe
      return date_bin('1 minute', moment, timestamptz '2000-01-01 00:00:00+00')`.execute(database);
  await sql`
    update rooms set active_minute = room_minute(newest.created_at) from room_events newest
    where newest.room_id = rooms.id and newest.seq = rooms.last_seq`.execute(database);
  await sql`drop index rooms_updated_at`.execute(database);
  await sql`create index rooms_active_minute on rooms (active_minute desc)`.execute(database);
}

/** Most rows are messages: what stays is copied out and put back, so that the table shrinks to it at once. */
async function dropMessageEvents(database: Kysely<unknown>): Promise<void> {
  await sql`create table kept_events as select * from room_events where kind <> 'message'`.execute(database);
  await sql`truncate room_events`.execute(database);
  // The check that asks events of messages for one goes with the column.
  await sql`
    alter table room_events
      drop column message_id,
      drop constraint room_events_kind,
      add constraint room_events_kind check (kind in ('read', 'join', 'leave'))`.execute(database);
  await sql`
    insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, created_at)
    select room_id, seq, kind, participant_id, read_seq, members_total, created_at from kept_events`.execute(database);
  await sql`drop table kept_events`.execute(database);
}
