import { type Kysely, sql } from "kysely";

/**
 * KEEP-5: a message loses its words by its author's deletion, or by its age, which asks for no membership: its author may have left. Both
 * lock the room first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function remove_words(
      at_room bigint, message messages, at_time timestamptz, out entry_seq bigint, out room_members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    begin
      delete from message_edits where room_id = at_room and message_seq = message.seq;
      update messages set body = '', file_id = null, edited_at = null, deleted_at = at_time where id = message.id;
      perform remove_file(message.file_id);
      update rooms set deleted_ordinal = greatest(deleted_ordinal, message.ordinal), waiting_since = waiting_since_of(at_room)
      where id = at_room;
      select * into entry_seq, room_members_seq from log_event(at_room, 'delete', message.author_id, at_time, message.seq);
    end $$`.execute(database);
  await sql`
    create or replace function delete_message(
      at_room bigint, about_message bigint, by_participant bigint, at_time timestamptz,
      out outcome text, out entry_seq bigint, out room_members_seq bigint
    ) language plpgsql set enable_seqscan = off as $$
    declare
      own record;
    begin
      select * into own from find_own_message(at_room, about_message, by_participant);
      outcome := own.outcome;
      if outcome <> 'done' or (own.message).deleted_at is not null then return; end if;
      select * into entry_seq, room_members_seq from remove_words(at_room, own.message, at_time);
    end $$`.execute(database);
  await sql`
    create function expire_message(at_room bigint, about_message bigint, at_time timestamptz) returns void language plpgsql
    set enable_seqscan = off as $$
    declare
      old messages;
    begin
      perform from rooms where id = at_room for no key update;
      select * into old from messages where id = about_message and deleted_at is null;
      if found then perform remove_words(at_room, old, at_time); end if;
    end $$`.execute(database);
}
