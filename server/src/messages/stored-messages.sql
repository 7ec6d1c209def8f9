-- MSG-2, MSG-5: the one writer of messages (decision 0020). Stores all sends or none: returns no row if an author is no member or a
-- `client_id` is known. Raises `serialization_failure` if an author left while this waited for a room's lock, and the unique key's
-- error if the same `client_id` was stored elsewhere meanwhile.
--
-- Sends are ordered by room, so that rooms are locked in that order, memberships after them. `turns` number the sends of a room from
-- 1; `at_rooms`, `counts`, `are_answered` (staff wrote one) and `are_waiting` (the last is a customer's) describe each room. One row
-- a send, in order. A lone send runs three plain statements, which takes a quarter less (PERF-5). `active_minute` follows the
-- database's clock, as the room tail does: `at_time` is late if the process was halted (LIVE-3). Messages of silenced authors are
-- numbered; null plus one is null.
create or replace function store_messages(
  send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[], at_rooms bigint[],
  counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz, out message_id bigint,
  out message_seq bigint, out room_members_seq bigint
) returns setof record language plpgsql
set enable_seqscan = off
as $$
declare
  at_room bigint := send_rooms[1];
  by_author bigint := authors[1];
  message_ordinal bigint;
  message_silenced bigint;
  stored bigint;
begin
  if cardinality(send_rooms) = 1 then
    update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1,
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
    return next;
    return;
  end if;
  perform from unnest(send_rooms, authors, client_ids) as send (room_id, author_id, client_id)
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
  end if;
end $$;

-- The same for sends with a file or a quoted message each, or null. A quote is read after the room was locked, so it is as old as
-- its message.
create or replace function store_messages_with_references(
  send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], turns integer[], at_rooms bigint[],
  counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz, file_ids uuid[],
  reply_seqs bigint[], out message_id bigint, out message_seq bigint, out room_members_seq bigint, out quote jsonb
) returns setof record language plpgsql as $$
declare
  turn bigint;
begin
  for message_id, message_seq, room_members_seq, turn in
    select * from store_messages(send_rooms, authors, bodies, client_ids, turns, at_rooms, counts, are_answered, are_waiting,
      at_time) with ordinality
  loop
    if file_ids[turn] is not null or reply_seqs[turn] is not null then
      update messages set file_id = file_ids[turn], reply_to_seq = reply_seqs[turn] where id = message_id;
    end if;
    if file_ids[turn] is not null then
      update files set is_published = true where id = file_ids[turn];
    end if;
    quote := case when reply_seqs[turn] is not null then quote_json(send_rooms[turn], reply_seqs[turn]) end;
    return next;
  end loop;
end $$;

-- MSG-8: what a reply quotes, in the protocol's form, as it is now.
create or replace function quote_json(at_room bigint, about_seq bigint) returns jsonb language plpgsql stable
set enable_seqscan = off
as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('id', m.id, 'seq', m.seq,
      'author', jsonb_build_object('id', p.id, 'name', p.name, 'type', p.kind),
      'excerpt', left(m.body, 140), 'mime', f.mime, 'deleted', m.deleted_at is not null))
    from messages m join participants p on p.id = m.author_id left join files f on f.id = m.file_id
    where m.room_id = at_room and m.seq = about_seq
  );
end $$;
