import { type Kysely, type QueryExecutorProvider, sql } from "kysely";

/**
 * Who belongs to a room beside whoever asks for it: the offer's customer from the first moment (ROOM-5), and whom a colleague brings in
 * (ROOM-14). A server of the previous release may still call these functions with their old arguments.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // PERM-1d: an installation that has people has it in its audit log.
  await sql`
    with changed as (
      update roles set permissions = permissions || '{rooms.invite}'::text[]
      where name in ('Agent', 'Operator', 'Admin') and not 'rooms.invite' = any(permissions)
      returning name, permissions
    )
    insert into audit (created_at, kind, by_kind, detail)
    select now(), 'role.changed', 'command-line', name || ': ' || array_to_string(permissions, ', ')
    from changed where exists (select from participants) order by name`.execute(database);
  await createJoinRooms(database);
  await createMakeRoom(database);
  await createJoinOffer(database);
  await createLeaveRoom(database);
  await createHandOver(database);
  await bringCustomersIn(database);
}

/** That of migration 0024, in which somebody may have brought the people in; the entries of those name them as `from_id`. */
async function createJoinRooms(database: Kysely<unknown>): Promise<void> {
  await sql`drop function join_rooms(bigint[], bigint[], timestamptz)`.execute(database);
  await sql`
    create function join_rooms(at_rooms bigint[], people bigint[], at_time timestamptz, brought_by bigint default null)
    returns table (room_id bigint, entry_seq bigint, members bigint) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    #variable_conflict use_column
    begin
      perform from rooms where id = any(at_rooms) order by id for update;
      -- In the order of ids, as whoever locks several people does.
      insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at)
      select asked.room_id, person, coalesce(left_at.read_seq, 0), coalesce((
          select ordinal from messages m where m.room_id = asked.room_id and m.seq <= left_at.read_seq order by seq desc limit 1), 0),
        r.last_seq + row_number() over (partition by asked.room_id order by person), at_time
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
    end $$`.execute(database);
  // One person in one room, with the entry of it; none for somebody who is in it.
  await sql`
    create function bring_in(
      at_room bigint, person bigint, brought_by bigint, at_time timestamptz, out entries jsonb, out members_seq bigint
    ) language plpgsql as $$
    declare
      before_seq bigint;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      perform join_rooms(array[at_room], array[person], at_time, brought_by);
      entries := entries_after(at_room, before_seq);
      select r.members_seq into members_seq from rooms r where id = at_room;
    end $$`.execute(database);
}

/** ROOM-5: a room with the offer's customer, but for one who was erased, and some of the staff; null where the offer has one. */
async function createMakeRoom(database: Kysely<unknown>): Promise<void> {
  await sql`drop function make_room(bigint, timestamptz)`.execute(database);
  await sql`
    create function make_room(of_offer bigint, at_time timestamptz, staff bigint[] default '{}') returns bigint
    language plpgsql as $$
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
    end $$`.execute(database);
}

/** ROOM-5: joins the room of an offer, which is made where there is none; what was added to its log is none for a member. */
async function createJoinOffer(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function join_offer(
      of_offer bigint, staff bigint[], person bigint, at_time timestamptz,
      out room bigint, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
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
    end $$`.execute(database);
}

/** That of migration 0018, in which somebody else may have put the person out. */
async function createLeaveRoom(database: Kysely<unknown>): Promise<void> {
  await sql`drop function leave_room(bigint, bigint, timestamptz)`.execute(database);
  await sql`
    create function leave_room(
      at_room bigint, by_participant bigint, at_time timestamptz, put_out_by bigint default null,
      out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      left_at bigint;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        return;
      end if;
      perform end_take_over(at_room, by_participant, 'left', at_time);
      delete from memberships where room_id = at_room and participant_id = by_participant returning read_seq into left_at;
      update rooms r set last_seq = r.last_seq + 1, members_seq = r.last_seq + 1,
        active_minute = greatest(r.active_minute, room_minute(now()))
      where id = at_room returning r.members_seq into members_seq;
      insert into room_events (room_id, seq, kind, participant_id, read_seq, members_total, payload, created_at)
      values (at_room, members_seq, 'leave', by_participant, left_at,
        (select count(*) from memberships where room_id = at_room),
        case when put_out_by is not null then jsonb_build_object('from_id', put_out_by) end, at_time);
      entries := entries_after(at_room, before_seq);
    end $$`.execute(database);
}

/** That of migration 0018, in which the colleague comes in who is not in the room, where the caller may bring people in. */
export async function createHandOver(database: Kysely<unknown>): Promise<void> {
  await sql`drop function if exists hand_over(bigint, bigint, bigint, text, boolean, timestamptz)`.execute(database);
  await sql`
    create or replace function hand_over(
      at_room bigint, by_participant bigint, to_person bigint, with_note text, may_take_from_others boolean,
      at_time timestamptz, may_invite boolean default false,
      out outcome text, out action jsonb, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off as $$
    declare
      before_seq bigint;
      held actions;
      given bigint;
    begin
      select r.last_seq into before_seq from rooms r where id = at_room for update;
      if not exists (select from memberships where room_id = at_room and participant_id = by_participant) then
        outcome := 'not-member';
        return;
      end if;
      select * into held from actions where room_id = at_room and action_id = 1 and not is_deleted;
      if not found then
        outcome := 'nobody-holds';
        return;
      elsif held.participant_id = to_person and to_person <> by_participant then
        -- So already; a note that nobody would read is not taken.
        outcome := case when with_note is null or held.handed_by = by_participant and held.note = with_note
          then 'done' else 'held-by-another' end;
        action := action_json(held.id);
        return;
      elsif held.participant_id <> by_participant and not may_take_from_others then
        outcome := 'held-by-another';
        action := action_json(held.id);
        return;
      end if;
      perform from participants p where p.id = to_person and p.kind <> 'customer' and p.disabled_at is null
        and exists (select from participant_roles given join roles on roles.name = given.role
          where given.participant_id = p.id and 'messages.take-over' = any(roles.permissions))
        and (may_invite or exists (select from memberships where room_id = at_room and participant_id = p.id))
      for share of p;
      if not found or to_person = held.participant_id then
        outcome := 'not-a-colleague';
        return;
      end if;
      outcome := 'done';
      perform join_rooms(array[at_room], array[to_person], at_time, by_participant);
      perform change_action(at_room, held.message_seq, 1::smallint, held.participant_id, false, by_participant, at_time);
      given := change_action(at_room, held.message_seq, 1::smallint, to_person, true, by_participant, at_time,
        by_participant, with_note);
      perform change_holder(at_room, to_person, held.participant_id, by_participant, 'handed', at_time);
      -- What a function reads is as old as the statement that calls it, so this is one of its own.
      action := action_json(given);
      entries := entries_after(at_room, before_seq);
      select r.members_seq into members_seq from rooms r where id = at_room;
    end $$`.execute(database);
}

/** Into rooms that a server of before made without them; whoever left one stays out. */
export async function bringCustomersIn(database: QueryExecutorProvider): Promise<void> {
  await sql`
    select joined.room_id from (
      select array_agg(r.id) as rooms, array_agg(p.id) as people
      from rooms r join offers o on o.id = r.offer_id join participants p on p.id = o.customer_id
      where p.erased_at is null
        and not exists (select from memberships m where m.room_id = r.id and m.participant_id = p.id)
        and not exists (select from room_events e where e.room_id = r.id and e.participant_id = p.id and e.kind in ('join', 'leave'))
    ) alone cross join lateral join_rooms(alone.rooms, alone.people, now()) joined
    where alone.rooms is not null`.execute(database);
}
