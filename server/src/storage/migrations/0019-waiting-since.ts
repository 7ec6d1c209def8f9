import { type Kysely, sql } from "kysely";

/**
 * ROOM-3d: `rooms.waiting_since`, when the oldest message of a customer was written that no staff has answered, is set by the
 * statement that stores messages (decision 0030). Every writer waits for this migration, so no message is missed in between.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await setWaiting(database);
  await storeWaiting(database);
  await findKinds(database);
  // Decision 0020: the release before does not call them.
  await sql`drop function publish_one(bigint, bigint, text, uuid, timestamptz)`.execute(database);
  await sql`
    drop function publish_fresh(bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], timestamptz)`.execute(
    database,
  );
}

/** Each room is walked back to its newest message of staff; what stands above it is by customers alone. */
async function setWaiting(database: Kysely<unknown>): Promise<void> {
  await sql`
    update rooms r set waiting_since = oldest.created_at
    from rooms asked left join lateral (
      select m.ordinal from messages m join participants p on p.id = m.author_id
      where m.room_id = asked.id and p.kind <> 'customer' order by m.ordinal desc limit 1
    ) answered on true
    join messages oldest on oldest.room_id = asked.id and oldest.ordinal = coalesce(answered.ordinal, 0) + 1
    where r.id = asked.id`.execute(database);
}

/**
 * `store_messages` of migration 0014, told of each room whether staff wrote one of the sends (`are_answered`) and whether the last is a
 * customer's (`are_waiting`): the caller knows the authors, so nobody is looked up.
 */
async function storeWaiting(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function store_messages(
      send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[],
      at_rooms bigint[], counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz,
      out message_id bigint, out message_seq bigint, out room_members_seq bigint
    ) returns setof record language plpgsql
    -- A plan that was made while the tables were small is kept; it must not read them whole when they are not.
    set enable_seqscan = off as $$
    declare
      at_room bigint := send_rooms[1];
      by_author bigint := authors[1];
      message_ordinal bigint;
      message_silenced bigint;
      stored bigint;
    begin
      if cardinality(send_rooms) = 1 then
        ${storeOne}
        return;
      end if;
      ${storeMany}
    end $$`.execute(database);
}

/** For a server of the release before, which does not say who wrote. The next release drops it. */
async function findKinds(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function store_messages(
      send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[],
      at_rooms bigint[], counts integer[], at_time timestamptz,
      out message_id bigint, out message_seq bigint, out room_members_seq bigint
    ) returns setof record language plpgsql as $$
    declare
      found_rooms record;
    begin
      select array_agg(is_answered order by position) as answered, array_agg(is_waiting order by position) as waiting
      into found_rooms from (
        select at_room.position, bool_or(p.kind <> 'customer') as is_answered,
          (array_agg(p.kind = 'customer' order by send.turn desc))[1] as is_waiting
        from unnest(at_rooms) with ordinality as at_room (id, position)
        join unnest(send_rooms, authors, turns) as send (room_id, author_id, turn) on send.room_id = at_room.id
        join participants p on p.id = send.author_id
        group by at_room.position
      ) written;
      return query select * from store_messages(
        send_rooms, authors, bodies, client_ids, turns, at_rooms, counts, found_rooms.answered, found_rooms.waiting, at_time
      );
    end $$`.execute(database);
}

const storeOne = sql`update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1,
    updated_at = greatest(updated_at, at_time), active_minute = greatest(active_minute, room_minute(now())),
    waiting_since = case when are_waiting[1] then coalesce(waiting_since, at_time) end
  where id = at_room
    and exists (select from memberships where room_id = at_room and participant_id = by_author)
    and not exists (select from messages where author_id = by_author and client_id = client_ids[1])
  returning last_seq, messages_total, members_seq into message_seq, message_ordinal, room_members_seq;
  if not found then return; end if;
  update memberships set read_seq = message_seq, read_ordinal = message_ordinal, silenced_sent = silenced_sent + 1
  where room_id = at_room and participant_id = by_author
  returning silenced_sent into message_silenced;
  if not found then
    raise serialization_failure using message = 'the author left the room';
  end if;
  insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at, silenced_ordinal)
  values (
    at_room, message_seq, message_ordinal, by_author, bodies[1], client_ids[1], at_time, message_silenced
  ) returning id into message_id;
  return next;`;

const storeMany = sql`perform from unnest(send_rooms, authors, client_ids) as send (room_id, author_id, client_id)
    left join lateral (
      select true as is_there from memberships
      where room_id = send.room_id and participant_id = send.author_id limit 1
    ) member on true
    left join lateral (
      select true as is_there from messages
      where author_id = send.author_id and client_id = send.client_id limit 1
    ) first on true
  where member.is_there is null or first.is_there limit 1;
  if found then return; end if;
  return query
    with head as materialized (
      update rooms set last_seq = last_seq + sent.sends, messages_total = messages_total + sent.sends,
        updated_at = greatest(updated_at, at_time), active_minute = greatest(active_minute, room_minute(now())),
        waiting_since = case when sent.is_waiting
          then coalesce(case when not sent.is_answered then waiting_since end, at_time) end
      from unnest(at_rooms, counts, are_answered, are_waiting) as sent (room_id, sends, is_answered, is_waiting)
      where id = sent.room_id
      returning id, last_seq - sent.sends as before_seq, messages_total - sent.sends as before_ordinal, members_seq
    ), sends as materialized (
      select head.id as room_id, send.author_id, send.body, send.client_id,
        before_seq + send.turn as seq, before_ordinal + send.turn as ordinal
      from unnest(send_rooms, authors, bodies, client_ids, turns) as send (room_id, author_id, body, client_id, turn)
        join head on head.id = send.room_id
    ), marker as (
      update memberships set read_seq = newest.seq, read_ordinal = newest.ordinal,
        silenced_sent = silenced_sent + newest.sends
      from (
        select sends.room_id, sends.author_id, max(sends.seq) as seq, max(sends.ordinal) as ordinal, count(*) as sends
        from sends group by sends.room_id, sends.author_id
      ) newest
      where memberships.room_id = newest.room_id and participant_id = newest.author_id
      returning memberships.room_id, participant_id as author_id, silenced_sent - newest.sends as before_silenced
    ), message as (
      insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at, silenced_ordinal)
      select sends.room_id, sends.seq, sends.ordinal, sends.author_id, sends.body, sends.client_id, at_time,
        case when before_silenced is not null then before_silenced + (
          select count(*) from sends earlier
          where earlier.room_id = sends.room_id and earlier.author_id = sends.author_id and earlier.seq <= sends.seq
        ) end
      from sends join marker on marker.room_id = sends.room_id and marker.author_id = sends.author_id
      order by sends.room_id, sends.seq
      returning id, room_id, seq
    )
    select message.id, message.seq, head.members_seq from message join head on head.id = message.room_id
    order by message.room_id, message.seq;
  get diagnostics stored = row_count;
  if stored < cardinality(send_rooms) then
    raise serialization_failure using message = 'an author left a room';
  end if;`;
