-- Adds people[i] to at_rooms[i], unless they are already a member or have been erased (PERS-2). People who return keep their read marker.
create or replace function join_rooms(at_rooms bigint[], people bigint[], at_time timestamptz, brought_by bigint default null)
returns void language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  time_brought timestamptz := case when brought_by is not null then at_time end;
begin
  perform from rooms where id = any(at_rooms) order by id for update;
  -- SIL-1: the lock means that either a concurrent silence sees these memberships, or this sees the silence, which locks the person before it numbers
  -- rooms.
  perform from participants where id = any(people) order by id for share;
  with joined as (
    insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at, brought_at, listed_at, silenced_sent)
    select r.id, person, coalesce(left_at.read_seq, 0), coalesce((
        select ordinal from messages m where m.room_id = r.id and m.seq <= left_at.read_seq order by seq desc limit 1), 0),
      r.last_seq + row_number() over (partition by r.id order by person), at_time, time_brought,
      listed_hour(greatest(r.updated_at, time_brought)), coalesce((
        select silenced_ordinal from messages m
        where m.room_id = r.id and m.author_id = person and silenced_ordinal is not null order by seq desc limit 1
      ), (select 0 from silences where silenced_id = person limit 1))
    from (
      select distinct room_id, person from unnest(at_rooms, people) named (room_id, person)
      join participants on id = person and erased_at is null
    ) asked
    cross join lateral (select id, last_seq, updated_at from rooms where id = asked.room_id offset 0) r left join lateral (
      select e.read_seq from room_events e where e.room_id = r.id and e.participant_id = person and e.kind = 'leave'
      order by e.seq desc limit 1
    ) left_at on true
    where not exists (select from memberships m where m.room_id = r.id and m.participant_id = person offset 0)
    -- Inserts in order of person id, in which every statement locks people.
    order by person, r.id
    returning room_id, participant_id, joined_seq
  ), moved as (
    update rooms set last_seq = seq, members_seq = seq, active_minute = greatest(active_minute, room_minute(now()))
    from (select room_id, max(joined_seq) as seq from joined group by room_id) newest where id = newest.room_id
  ), told as (
    -- PUSH-2: skips subscriptions that are being deleted.
    insert into push_jobs (subscription_id, room_id, after_ordinal, upto_ordinal, next_at, is_brought_in)
    select s.id, r.id, r.messages_total, r.messages_total, now(), true
    from joined j join rooms r on r.id = j.room_id join push_subscriptions s on s.participant_id = j.participant_id
    where brought_by is not null order by s.id, r.id for key share of s
    on conflict (subscription_id, room_id) do update
      set is_brought_in = true, next_at = excluded.next_at, attempts = 0, created_at = excluded.created_at
  )
  insert into room_events (room_id, seq, kind, participant_id, members_total, payload, created_at)
  select j.room_id, joined_seq, 'join', j.participant_id, row_number() over (partition by j.room_id order by joined_seq) + (
      select count(*) from memberships m where m.room_id = j.room_id),
    case when brought_by is not null then jsonb_build_object('from_id', brought_by) end, at_time
  from joined j;
  -- SIL-1: numbers the messages above the marker whose authors the new member silences.
  perform number_silenced(m.room_id, s.silenced_id, m.read_seq)
  from unnest(at_rooms, people) asked (room_id, person) join silences s on s.participant_id = person
    join memberships m on m.room_id = asked.room_id and m.participant_id = person;
end $$;
