import { type Kysely, sql } from "kysely";
import { createDecideLine } from "./0024-decide-line.ts";
import { createStoreOffers } from "./0024-store-offers.ts";

/**
 * Offers that a program writes whole and by version (ERP-1), and of which a customer decides line by line (ERP-3). Whoever writes one
 * locks the offer, then its room; nobody who holds a room asks for an offer, but for who makes the room, which waits (decision 0036).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // A line is named by its program, and moves freely. Those of before are numbered over all offers, so within each too.
  await sql`
    alter table offer_lines drop constraint offer_lines_pkey, drop constraint offer_lines_offer_id_position_key,
      add primary key (offer_id, id)`.execute(database);
  // What an offer was until its next version, as `offer_content` makes it.
  await sql`
    create table offer_versions (
      offer_id bigint not null references offers,
      version integer not null,
      content jsonb not null,
      replaced_at timestamptz(3) not null,
      primary key (offer_id, version)
    )`.execute(database);
  // A decision that a program is yet to be told of; each makes a version of its own.
  await sql`
    create table webhook_deliveries (
      id uuid primary key default gen_random_uuid(),
      offer_id bigint not null,
      version integer not null,
      line_id bigint not null,
      decision text not null check (decision in ('accept', 'decline')),
      by_participant bigint not null,
      created_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_at timestamptz(3) not null,
      unique (offer_id, version)
    )`.execute(database);
  await sql`create index webhook_deliveries_next_at on webhook_deliveries (next_at)`.execute(database);
  await createJoinRooms(database);
  await createEntriesAfter(database);
  await createOfferContent(database);
  await createLogOffers(database);
  await createStoreOffers(database);
  await createDecideLine(database);
}

/** Rooms and joins, the same for who joins and for who makes an offer (ROOM-5). */
async function createJoinRooms(database: Kysely<unknown>): Promise<void> {
  // Null where the offer has a room.
  await sql`
    create function make_room(of_offer bigint, at_time timestamptz) returns bigint language plpgsql as $$
    declare
      made bigint;
    begin
      insert into rooms (offer_id, created_at, updated_at) values (of_offer, at_time, at_time)
      on conflict (offer_id) do nothing returning id into made;
      return made;
    end $$`.execute(database);
  // ROOM-6: who joins again goes on at the marker that they left with, so the read position never goes back (ROOM-7). People and rooms
  // are pairs; members are left out; `entry_seq` is null where there is nobody else, else the last entry's, and `members` how many there are then.
  await sql`
    create function join_rooms(at_rooms bigint[], people bigint[], at_time timestamptz)
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
      insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
      select r.id, m.joined_seq, 'join', m.participant_id, m.joined_seq - r.last_seq + (
          select count(*) from memberships o where o.room_id = r.id and o.joined_seq <= r.last_seq), at_time
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
}

/** That of migration 0018, with a plan that outlives the transaction. */
async function createEntriesAfter(database: Kysely<unknown>): Promise<void> {
  const person = (id: string) =>
    sql`(select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants where id = ${sql.raw(id)})`;
  const entries = sql`jsonb_agg(jsonb_build_object('seq', e.seq, 'kind', e.kind, 'readSeq', e.read_seq, 'membersTotal', e.members_total,
    'timestamp', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'payload', e.payload,
    'person', ${person("e.participant_id")}, 'whose', ${person("(e.payload->>'person_id')::bigint")},
    'from', ${person("(e.payload->>'from_id')::bigint")}) order by e.seq)`;
  await sql`
    create or replace function entries_after(at_room bigint, above_seq bigint) returns jsonb language plpgsql stable
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    begin
      return (
        select coalesce(${entries}, '[]') from room_events e where room_id = at_room and seq > above_seq
      );
    end $$`.execute(database);
  // The same of many rooms, each above a `seq` of its own.
  await sql`
    create function entries_above(at_rooms bigint[], above_seqs bigint[]) returns table (room_id bigint, entries jsonb)
    language plpgsql stable as $$
    begin
      return query
        select e.room_id, ${entries} from unnest(at_rooms, above_seqs) as room (id, seq)
        cross join lateral (select * from room_events l where l.room_id = room.id and l.seq > room.seq offset 0) e group by e.room_id;
    end $$`.execute(database);
}

/** An offer as `oferta/{id}` answers it (OFF-1), without names and totals; money is text with two places. */
async function createOfferContent(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function offer_content(of_offer bigint) returns jsonb language plpgsql stable
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    begin
      return (
        select jsonb_build_object('id_cerere', o.id, 'status', o.status, 'version', o.version,
          'customer', jsonb_build_object('id', o.customer_id),
          'vehicle', jsonb_build_object('make', o.make, 'model', o.model, 'year', o.year, 'engine', o.engine, 'vin', o.vin,
            'plate', o.plate),
          'valid_until', to_char(o.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'updated_at', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          -- From JSON in text, which takes a third less.
          'lines', coalesce((
            select json_agg(line)::jsonb from (
              select l.id, l.code, l.brand, l.name, l.qty, l.unit_price::text, l.vat_rate, l.stock, l.delivery_days, l.status
              from offer_lines l where l.offer_id = o.id order by l.position
            ) line), '[]'))
        from offers o where o.id = of_offer
      );
    end $$`.execute(database);
}

/** The entries of versions in their rooms' logs, where the offers have rooms; the payload is that of `OfferUpdated`. The offers are locked. */
async function createLogOffers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function log_offers(
      of_offers bigint[], by_participants bigint[], changes jsonb[], changes_totals bigint[], at_time timestamptz
    ) returns table (offer_id bigint, room bigint, entries jsonb, members_seq bigint) language plpgsql as $$
    #variable_conflict use_column
    declare
      logged record;
    begin
      -- Rooms are locked in the order of their ids, as by every writer of several.
      select array_agg(changed.room) as rooms, array_agg(e.entry_seq - 1) as seqs into logged
      from (
        select r.id as room, version.by, jsonb_build_object('offer_id', o.id, 'version', o.version, 'status', o.status,
          'changes', version.changes, 'changes_total', version.total) as payload
        from unnest(of_offers, by_participants, changes, changes_totals) as version (offer, by, changes, total)
        cross join lateral (select * from rooms where rooms.offer_id = version.offer offset 0) r
        cross join lateral (select * from offers where offers.id = version.offer offset 0) o order by r.id offset 0
      ) changed cross join lateral log_event(changed.room, 'offer', changed.by, at_time, null, changed.payload) e;
      return query
        select r.offer_id, r.id, e.entries, r.members_seq
        from entries_above(logged.rooms, logged.seqs) e
        cross join lateral (select * from rooms where rooms.id = e.room_id offset 0) r;
    end $$`.execute(database);
}
