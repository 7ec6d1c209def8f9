import { type Kysely, sql } from "kysely";

/**
 * PERF-5: stores one send, in three statements that stay planned on each connection; as one statement with many parts the same
 * takes PostgreSQL half as long again. `message_id` is null where nothing was stored: the author is no member, or sent this
 * `client_id` before. Raises `serialization_failure` where the author left while this waited for the room's lock.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function publish_one(
      at_room bigint, by_author bigint, with_body text, with_client_id uuid, at_time timestamptz,
      out message_id bigint, out message_seq bigint, out room_members_seq bigint
    ) language plpgsql as $$
    declare
      message_ordinal bigint;
    begin
      update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1,
        updated_at = greatest(updated_at, at_time), active_minute = greatest(active_minute, room_minute(at_time))
      where id = at_room
        and exists (select from memberships where room_id = at_room and participant_id = by_author)
        and not exists (select from messages where author_id = by_author and client_id = with_client_id)
      returning last_seq, messages_total, members_seq into message_seq, message_ordinal, room_members_seq;
      if not found then
        return;
      end if;
      update memberships set read_seq = message_seq, read_ordinal = message_ordinal
      where room_id = at_room and participant_id = by_author;
      if not found then
        raise serialization_failure using message = 'the author left the room';
      end if;
      insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
      values (at_room, message_seq, message_ordinal, by_author, with_body, with_client_id, at_time)
      returning id into message_id;
    end $$`.execute(database);
}
