import { type Kysely, sql } from "kysely";

/**
 * ROOM-14h: `memberships.brought_at` is when somebody was brought in, null for who came by themselves. The room is listed by it where
 * nothing newer has happened there, and it is pushed (PUSH-2f).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table memberships add column brought_at timestamptz(3)`.execute(database);
  await sql`alter table push_jobs add column is_brought_in boolean not null default false`.execute(database);
  await keepListed(database);
  await createJoinRooms(database);
}

/** Those of migrations 0007 and 0014. */
async function keepListed(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function list_membership() returns trigger language plpgsql as $$
    begin
      select listed_hour(greatest(updated_at, new.brought_at)) into new.listed_at from rooms where id = new.room_id for share;
      -- A room that is not there is refused by the foreign key, under its name.
      new.listed_at := coalesce(new.listed_at, '-infinity');
      perform from participants where id = new.participant_id for share;
      if exists (select from silences where silenced_id = new.participant_id) then
        new.silenced_sent := 0;
      end if;
      new.silenced_sent := coalesce((
        select silenced_ordinal from messages
        where room_id = new.room_id and author_id = new.participant_id and silenced_ordinal is not null
        order by seq desc limit 1
      ), new.silenced_sent);
      perform number_silenced(new.room_id, silenced_id, new.read_seq) from silences
      where participant_id = new.participant_id;
      return new;
    end $$`.execute(database);
  await sql`
    create or replace function list_room() returns trigger language plpgsql as $$
    begin
      update memberships set listed_at = listed_hour(greatest(new.updated_at, brought_at)) where room_id = new.id;
      return null;
    end $$`.execute(database);
}

/** That of migration 0042. */
async function createJoinRooms(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function join_rooms(at_rooms bigint[], people bigint[], at_time timestamptz, brought_by bigint default null)
    returns table (room_id bigint, entry_seq bigint, members bigint) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
      for key share of s
      on conflict (subscription_id, room_id) do update set is_brought_in = true, created_at = excluded.created_at;
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
}
