-- Adds an entry to a room's log; locks the room first, like every writer. Returns the entry's `seq` and that of the room's last join or leave
-- (ROOM-6).
create or replace function log_event(
  at_room bigint, of_kind text, by_participant bigint, at_time timestamptz, about_message_seq bigint default null,
  with_payload jsonb default null, out entry_seq bigint, out room_members_seq bigint
) language plpgsql as $$
begin
  update rooms set last_seq = last_seq + 1, active_minute = greatest(active_minute, room_minute(now()))
  where id = at_room returning last_seq, members_seq into entry_seq, room_members_seq;
  insert into room_events (room_id, seq, kind, participant_id, message_seq, payload, created_at)
  values (at_room, entry_seq, of_kind, by_participant, about_message_seq, with_payload, at_time);
  if about_message_seq is not null then
    update messages set updated_seq = entry_seq where room_id = at_room and seq = about_message_seq;
  end if;
end $$;

-- Returns each room's entries above a given `seq`. Reads people inline instead of by function calls, since it runs for each offer of an import.
create or replace function entries_above(at_rooms bigint[], above_seqs bigint[])
returns table (room_id bigint, entries jsonb) language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select e.room_id, jsonb_agg(jsonb_build_object('seq', e.seq, 'kind', e.kind, 'readSeq', e.read_seq, 'membersTotal', e.members_total,
      'timestamp', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'payload', e.payload,
      'person', (select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants where id = e.participant_id),
      'whose', (select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants
        where id = (e.payload->>'person_id')::bigint),
      'from', (select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants
        where id = (e.payload->>'from_id')::bigint)) order by e.seq)
    from unnest(at_rooms, above_seqs) as room (id, seq)
    cross join lateral (select * from room_events l where l.room_id = room.id and l.seq > room.seq offset 0) e group by e.room_id;
end $$;
