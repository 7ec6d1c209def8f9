import { type Kysely, sql } from "kysely";

/**
 * An entry of the log may name a message of its room, by its `seq`, and carry a payload without text; which kinds there are
 * is for the code to say (MSG-5, decision 0022). What is added is empty in all rows that are there, so none of them is looked at.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table room_events
      drop constraint room_events_kind,
      add column message_seq bigint,
      add column payload jsonb,
      add constraint room_events_message foreign key (room_id, message_seq) references messages (room_id, seq) not valid,
      add constraint room_events_payload check (jsonb_typeof(payload) = 'object') not valid`.execute(database);
  // MSG-6: null where nothing has changed it since it was written.
  await sql`alter table messages add column updated_seq bigint`.execute(database);
  // MSG-9: the few entries that are lines of the timeline are found among the many reads.
  await sql`create index room_events_lines on room_events (room_id, kind, seq) where kind <> 'read'`.execute(database);
  await createLogEvent(database);
}

/**
 * Adds an entry and answers its `seq`, and that of the last join or leave before it (ROOM-6). It locks the room, as every writer does before it locks anything else; a message that it
 * names is changed by it. Called by the statement that writes what happened.
 */
async function createLogEvent(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function log_event(
      at_room bigint, of_kind text, by_participant bigint, at_time timestamptz,
      about_message_seq bigint default null, with_payload jsonb default null,
      out entry_seq bigint, out room_members_seq bigint
    ) language plpgsql as $$
    begin
      update rooms set last_seq = last_seq + 1, active_minute = greatest(active_minute, room_minute(now()))
      where id = at_room returning last_seq, members_seq into entry_seq, room_members_seq;
      insert into room_events (room_id, seq, kind, participant_id, message_seq, payload, created_at)
      values (at_room, entry_seq, of_kind, by_participant, about_message_seq, with_payload, at_time);
      if about_message_seq is not null then
        update messages set updated_seq = entry_seq where room_id = at_room and seq = about_message_seq;
      end if;
    end $$`.execute(database);
}
