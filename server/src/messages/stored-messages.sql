-- MSG-2, MSG-5: the only writer of messages (decision 0020). Stores all sends or none; returns no row if an author is not a member or a
-- `client_id` exists. Raises `serialization_failure` if an author left during the wait for a lock.
-- Sends must be ordered by room: rooms are locked in that order, and memberships after them. For each room, `are_answered` is whether staff
-- wrote a send, and `are_waiting` whether a customer wrote the last one. A single send runs three plain statements, which is a quarter faster
-- (PERF-4). `active_minute` uses the database's clock, since a process that was halted passes an old `at_time` (LIVE-3). `silenced_sent` is
-- null unless somebody silences the author, and null plus one is null, so only messages of silenced authors get a `silenced_ordinal`.
create or replace function store_messages(
  send_rooms bigint[], authors bigint[], bodies text[], client_ids uuid[], file_ids uuid[], reply_seqs bigint[],
  turns integer[], at_rooms bigint[], counts integer[], are_answered boolean[], are_waiting boolean[], at_time timestamptz,
  out message_id bigint, out message_seq bigint, out room_members_seq bigint, out quote jsonb
) returns setof record language plpgsql as $$
declare
  at_room bigint := send_rooms[1];
  by_author bigint := authors[1];
  quoted_seq bigint := reply_seqs[1];
  message_ordinal bigint;
  message_silenced bigint;
  stored integer := 0;
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
    if found then
      insert into messages (
        room_id, seq, ordinal, author_id, body, client_id, created_at, silenced_ordinal, file_id, reply_to_seq
      ) values (
        at_room, message_seq, message_ordinal, by_author, bodies[1], client_ids[1], at_time, message_silenced,
        file_ids[1], quoted_seq
      ) returning id into message_id;
      stored := 1;
      if quoted_seq is not null then quote := quote_json(at_room, quoted_seq); end if;
      return next;
    end if;
  else
    perform from unnest(send_rooms, authors, client_ids) as send (room_id, author_id, client_id)
    where not exists (select from memberships where room_id = send.room_id and participant_id = send.author_id offset 0)
      or exists (select from messages where author_id = send.author_id and client_id = send.client_id offset 0) limit 1;
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
        select send.*, before_seq + turn as seq, before_ordinal + turn as ordinal
        from unnest(send_rooms, authors, bodies, client_ids, file_ids, reply_seqs, turns)
          as send (room_id, author_id, body, client_id, file_id, reply_to_seq, turn)
        join head on head.id = send.room_id
      ), marker as (
        update memberships set read_seq = newest.seq, read_ordinal = newest.ordinal,
          silenced_sent = silenced_sent + newest.sends
        from (
          select room_id, author_id, max(seq) as seq, max(ordinal) as ordinal, count(*) as sends
          from sends group by room_id, author_id
        ) newest
        where memberships.room_id = newest.room_id and participant_id = newest.author_id
        returning memberships.room_id, participant_id as author_id, silenced_sent - newest.sends as before_silenced
      ), message as (
        insert into messages (
          room_id, seq, ordinal, author_id, body, client_id, created_at, file_id, reply_to_seq, silenced_ordinal
        )
        select room_id, seq, ordinal, author_id, body, client_id, at_time, file_id, reply_to_seq,
          case when before_silenced is not null then before_silenced + (
            select count(*) from sends earlier
            where earlier.room_id = sends.room_id and earlier.author_id = sends.author_id and earlier.seq <= sends.seq
          ) end
        from sends join marker using (room_id, author_id)
        order by room_id, seq
        returning id, room_id, seq, reply_to_seq
      )
      select message.id, message.seq, members_seq,
        case when reply_to_seq is not null then quote_json(room_id, reply_to_seq) end
      from message join head on head.id = room_id
      order by room_id, message.seq;
    get diagnostics stored = row_count;
  end if;
  if stored < cardinality(send_rooms) then
    raise serialization_failure using message = 'an author left a room';
  end if;
  if num_nonnulls(variadic file_ids) > 0 then update files set is_published = true where id = any(file_ids); end if;
end $$;

-- MSG-8: the quote of a reply as JSON. Volatile, so that it takes its snapshot after the room is locked and not when the statement starts.
create or replace function quote_json(at_room bigint, about_seq bigint) returns jsonb language plpgsql volatile as $$
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('id', m.id, 'seq', m.seq,
      'author', jsonb_build_object('id', p.id, 'name', p.name, 'type', p.kind),
      'excerpt', left(m.body, 140), 'deleted', m.deleted_at is not null,
      'mime', case when m.file_id is not null then (select mime from files where id = m.file_id) end))
    from messages m join participants p on p.id = m.author_id
    where m.room_id = at_room and m.seq = about_seq
  );
end $$;
