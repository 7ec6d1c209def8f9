-- Joins people to rooms, pairwise; members stay as they are. Entries name `brought_by` as `from_id`. A person who comes back finds
-- their read marker where they left it.
create or replace function join_rooms(at_rooms bigint[], people bigint[], at_time timestamptz, brought_by bigint default null)
returns table (room_id bigint, entry_seq bigint, members bigint) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform from rooms where id = any(at_rooms) order by id for update;
  -- In the order of ids, as whoever locks several people does.
  insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at, brought_at)
  select asked.room_id, person, coalesce(left_at.read_seq, 0), coalesce((
      select ordinal from messages m where m.room_id = asked.room_id and m.seq <= left_at.read_seq order by seq desc limit 1), 0),
    r.last_seq + row_number() over (partition by asked.room_id order by person), at_time,
    case when brought_by is not null then at_time end
  from (select distinct room_id, person from unnest(at_rooms, people) as pair (room_id, person)) asked
  cross join lateral (select last_seq from rooms where id = asked.room_id offset 0) r left join lateral (
    select e.read_seq from room_events e where e.room_id = asked.room_id and e.participant_id = person and e.kind = 'leave'
    order by e.seq desc limit 1
  ) left_at on true
  where not exists (select from memberships m where m.room_id = asked.room_id and m.participant_id = person offset 0)
  order by person, asked.room_id;
  insert into room_events (room_id, seq, kind, participant_id, members_total, payload, created_at)
  select r.id, m.joined_seq, 'join', m.participant_id, m.joined_seq - r.last_seq + (
      select count(*) from memberships o where o.room_id = r.id and o.joined_seq <= r.last_seq),
    case when brought_by is not null then jsonb_build_object('from_id', brought_by) end, at_time
  from rooms r join memberships m on m.room_id = r.id and m.joined_seq > r.last_seq
  where r.id = any(at_rooms) and m.room_id = any(at_rooms);
  -- PUSH-2f: a subscription that ends meanwhile is passed over.
  insert into push_jobs (subscription_id, room_id, after_ordinal, upto_ordinal, next_at, is_brought_in)
  select s.id, r.id, r.messages_total, r.messages_total, now(), true
  from rooms r join memberships m on m.room_id = r.id and m.joined_seq > r.last_seq
    join push_subscriptions s on s.participant_id = m.participant_id
  where brought_by is not null and r.id = any(at_rooms) and m.room_id = any(at_rooms)
  order by s.id, r.id
  for key share of s
  on conflict (subscription_id, room_id) do update
    set is_brought_in = true, next_at = excluded.next_at, attempts = 0, created_at = excluded.created_at;
  return query
    with counted as materialized (
      select r.id, max(m.joined_seq) filter (where m.joined_seq > r.last_seq) as seq, count(*) as members
      from rooms r join memberships m on m.room_id = r.id
      where r.id = any(at_rooms) and m.room_id = any(at_rooms) group by r.id
    ), joined as (
      update rooms r set last_seq = seq, members_seq = seq, active_minute = greatest(r.active_minute, room_minute(now()))
      from counted where r.id = any(at_rooms) and r.id = counted.id and seq is not null
    )
    select id, seq, members from counted;
end $$;

-- ROOM-14g: adds one person to a room, decided as things are once the room is locked; no entries for a member.
create or replace function bring_in(
  at_room bigint, person bigint, brought_by bigint, at_time timestamptz, of_kind text,
  out outcome text, out entries jsonb, out members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  before_seq bigint;
  person_kind text;
begin
  select r.last_seq into before_seq from rooms r where id = at_room for update;
  perform from participants where id in (person, brought_by) order by id for share;
  select kind into person_kind from participants where id = person and kind = of_kind;
  if not holds_permission(brought_by, 'rooms.invite')
    or not exists (select from memberships where room_id = at_room and participant_id = brought_by) then
    outcome := 'forbidden';
  elsif person_kind is null then
    outcome := 'not-found';
  elsif person_kind = 'customer' and not exists (
    select from rooms r join offers o on o.id = r.offer_id where r.id = at_room and o.customer_id = person) then
    outcome := 'stranger';
  elsif exists (select from memberships where room_id = at_room and participant_id = person) then
    outcome := 'done';
  elsif not holds_permission(person, 'rooms.view') then
    outcome := 'may-not-come';
  else
    outcome := 'done';
    perform join_rooms(array[at_room], array[person], at_time, brought_by);
    entries := entries_after(at_room, before_seq);
    select r.members_seq into members_seq from rooms r where id = at_room;
  end if;
end $$;

-- ROOM-5: makes the offer's room with its customer, unless erased, and `staff`; null if the offer has a room.
create or replace function make_room(
  of_offer bigint, at_time timestamptz, staff bigint[]
) returns bigint language plpgsql as $$
declare
  made bigint;
  people bigint[];
begin
  insert into rooms (offer_id, created_at, updated_at) values (of_offer, at_time, at_time)
  on conflict (offer_id) do nothing returning id into made;
  if made is null then return null; end if;
  people := staff || array(
    select p.id from offers o join participants p on p.id = o.customer_id where o.id = of_offer and p.erased_at is null);
  perform join_rooms(array_fill(made, array[cardinality(people)]), people, at_time);
  return made;
end $$;

-- ROOM-5: joins the offer's room, and makes it first if there is none; no entries for a member.
create or replace function join_offer(
  of_offer bigint, staff bigint[], person bigint, at_time timestamptz, out room bigint, out entries jsonb,
  out members_seq bigint
) language plpgsql
set enable_seqscan = off
as $$
declare
  before_seq bigint := 0;
begin
  if not exists (select from rooms where offer_id = of_offer) then room := make_room(of_offer, at_time, staff); end if;
  if room is null then
    select r.id, r.last_seq into room, before_seq from rooms r where offer_id = of_offer for update;
  end if;
  perform join_rooms(array[room], array[person], at_time);
  entries := entries_after(room, before_seq);
  select r.members_seq into members_seq from rooms r where id = room;
end $$;

-- ROOM-6: leaves the room, or is put out by `put_out_by`; `remove-member.ts` has locked the room.
create or replace function leave_room(
  at_room bigint, by_participant bigint, at_time timestamptz, put_out_by bigint, as_admin boolean,
  out outcome text
) language plpgsql
set enable_seqscan = off
as $$
declare
  left_at bigint;
  at_seq bigint;
begin
  if put_out_by is not null then perform from participants where id = put_out_by for share; end if;
  if put_out_by is not null and not (holds_permission(put_out_by, 'rooms.invite') and (
    holds_permission(put_out_by, 'rooms.view-any')
    or exists (select from memberships where room_id = at_room and participant_id = put_out_by))) then
    outcome := 'forbidden';
    return;
  elsif not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
    outcome := case when exists (
      select from room_events where room_id = at_room and participant_id = by_participant and kind = 'leave'
    ) then 'done' else 'not-found' end;
    return;
  elsif put_out_by is not null and (exists (
    select from rooms r join offers o on o.id = r.offer_id where r.id = at_room and o.customer_id = by_participant
  ) or not (as_admin and exists (select from participant_roles where participant_id = put_out_by and role = 'Admin') or exists (
    select from memberships m join room_events e on e.room_id = m.room_id and e.seq = m.joined_seq
    where m.room_id = at_room and m.participant_id = by_participant and (e.payload->>'from_id')::bigint = put_out_by))) then
    outcome := 'forbidden';
    return;
  end if;
  outcome := 'done';
  delete from memberships where room_id = at_room and participant_id = by_participant returning read_seq into left_at;
  update rooms r set last_seq = r.last_seq + 1, members_seq = r.last_seq + 1,
    active_minute = greatest(r.active_minute, room_minute(now()))
  where id = at_room returning r.members_seq into at_seq;
  insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, payload, created_at)
  values (at_room, at_seq, 'leave', by_participant, left_at,
    (select count(*) from memberships where room_id = at_room),
    case when put_out_by is not null then jsonb_build_object('from_id', put_out_by) end, at_time);
end $$;
