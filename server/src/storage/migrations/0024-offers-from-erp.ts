import { type Kysely, sql } from "kysely";
import { createDecideLine } from "./0024-decide-line.ts";
import { createStoreOffer } from "./0024-store-offer.ts";

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
  await createJoinRoom(database);
  await createEntriesAfter(database);
  await createOfferContent(database);
  await createLogOffer(database);
  await createStoreOffer(database);
  await createDecideLine(database);
}

/** Rooms and joins, the same for who joins and for who makes an offer (ROOM-5). */
async function createJoinRoom(database: Kysely<unknown>): Promise<void> {
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
  // ROOM-6: who joins again goes on at the marker that they left with, so the read position never goes back (ROOM-7). Members are left
  // out; `entry_seq` is null where there is nobody else, else the last entry's, and `members` how many there are then.
  await sql`
    create function join_room(
      at_room bigint, people bigint[], at_time timestamptz, out entry_seq bigint, out members bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    declare
      before_seq bigint;
      joined bigint;
    begin
      select last_seq into before_seq from rooms where id = at_room for update;
      members := (select count(*) from memberships where room_id = at_room);
      -- In the order of ids, as whoever locks several people does.
      insert into memberships (room_id, participant_id, read_seq, read_ordinal, joined_seq, joined_at)
      select at_room, person, coalesce(left_at.read_seq, 0), coalesce((
          select ordinal from messages where room_id = at_room and seq <= left_at.read_seq order by seq desc limit 1), 0),
        before_seq + row_number() over (order by person), at_time
      from (select distinct person from unnest(people) as person) asked left join lateral (
        select read_seq from room_events where room_id = at_room and participant_id = person and kind = 'leave'
        order by seq desc limit 1
      ) left_at on true
      where not exists (select from memberships where room_id = at_room and participant_id = person)
      order by person;
      get diagnostics joined = row_count;
      if joined = 0 then return; end if;
      insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
      select room_id, joined_seq, 'join', participant_id, members + joined_seq - before_seq, at_time
      from memberships where room_id = at_room and joined_seq > before_seq;
      entry_seq := before_seq + joined;
      members := members + joined;
      update rooms set last_seq = entry_seq, members_seq = entry_seq,
        active_minute = greatest(active_minute, room_minute(now()))
      where id = at_room;
    end $$`.execute(database);
}

/** That of migration 0018, with a plan that outlives the transaction. */
async function createEntriesAfter(database: Kysely<unknown>): Promise<void> {
  const person = (id: string) =>
    sql`(select jsonb_build_object('id', id, 'name', name, 'type', kind) from participants where id = ${sql.raw(id)})`;
  await sql`
    create or replace function entries_after(at_room bigint, above_seq bigint) returns jsonb language plpgsql stable
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    begin
      return (
        select coalesce(jsonb_agg(jsonb_build_object('seq', seq, 'kind', kind, 'readSeq', read_seq, 'membersTotal', members_total,
          'timestamp', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'payload', payload,
          'person', ${person("e.participant_id")}, 'whose', ${person("(e.payload->>'person_id')::bigint")},
          'from', ${person("(e.payload->>'from_id')::bigint")}) order by seq), '[]')
        from room_events e where room_id = at_room and seq > above_seq
      );
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

/** The entry of a version in the room's log, where the offer has a room; the payload is that of `OfferUpdated`. The offer is locked. */
async function createLogOffer(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function log_offer(
      of_offer bigint, by_participant bigint, at_time timestamptz, changes jsonb, changes_total bigint,
      out at_room bigint, out entries jsonb, out members_seq bigint
    ) language plpgsql as $$
    declare
      logged record;
    begin
      select id into at_room from rooms where offer_id = of_offer;
      if not found then return; end if;
      select * into logged from log_event(at_room, 'offer', by_participant, at_time, null, (
        select jsonb_build_object('offer_id', id, 'version', version, 'status', status, 'changes', changes,
          'changes_total', changes_total) from offers where id = of_offer));
      members_seq := logged.room_members_seq;
      entries := entries_after(at_room, logged.entry_seq - 1);
    end $$`.execute(database);
}
