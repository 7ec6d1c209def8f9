import { type Kysely, sql } from "kysely";
import { createReplaceOffers } from "./0024-replace-offers.ts";

/**
 * The part of migration 0024 by which programs store offers (ERP-1), many at once: each of its statements is for all of them, since
 * starting a statement costs more than writing a line (decision 0036). Each offer is there once. Rows of tables are looked up by key, one by
 * one (`offset 0`) or by a list of keys, so that no plan reads a table whole.
 */
export async function createStoreOffers(database: Kysely<unknown>): Promise<void> {
  await createSentOffers(database);
  await createMakeOffers(database);
  await createReplaceOffers(database);
  await sql`
    create function store_offers(sent jsonb, at_time timestamptz, staff bigint[])
    returns table (
      place bigint, outcome text, stored_version integer, room bigint, entries jsonb, members_seq bigint, stored_at timestamptz,
      customer_id bigint, customer_name text
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    declare
      all_sent sent_offer[] := read_offers(sent);
      lines sent_line[] := read_lines(sent);
      made bigint[];
    begin
      -- By number, as whoever locks several offers does.
      with added as (
        insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
        select s.id, s.customer_id, s.status, s.version, s.make, s.model, s.year, s.engine, s.vin, s.plate, s.valid_until, at_time
        from unnest(all_sent) s where s.customer_id is not null order by s.id
        on conflict (id) do nothing returning id
      )
      select coalesce(array_agg(id), '{}') into made from added;
      return query
        select s.place, 'no-customer', null::integer, null::bigint, null::jsonb, null::bigint, null::timestamptz, null::bigint, null
        from unnest(all_sent) s where s.customer_id is null;
      if cardinality(made) > 0 then
        return query
          select s.place, 'made', s.version, m.room, m.entries, m.members_seq, at_time, s.customer_id, s.customer_name
          from make_offers(array(select s from unnest(all_sent) s where s.id = any(made)), lines, staff, at_time) m
          join unnest(all_sent) s using (id);
      end if;
      all_sent := array(select s from unnest(all_sent) s where s.customer_id is not null and s.id <> all(made));
      if cardinality(all_sent) > 0 then
        return query
          select s.place, r.outcome, r.stored_version, r.room, r.entries, r.members_seq, r.stored_at, s.customer_id, s.customer_name
          from replace_offers(all_sent, lines, at_time) r join unnest(all_sent) s using (id);
      end if;
    end $$`.execute(database);
}

/** Offers and their lines as they were sent; lines are numbered from 1. Who is no customer, or disabled and not that of the stored offer, is null. */
async function createSentOffers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create type sent_offer as (
      place bigint, id bigint, by_participant bigint, customer_id bigint, customer_name text, status text, version integer, make text,
      model text, year integer, engine text, vin text, plate text, valid_until timestamptz(3)
    )`.execute(database);
  await sql`
    create type sent_line as (
      offer_id bigint, id bigint, code text, brand text, name text, qty integer, unit_price numeric(12, 2), vat_rate integer,
      stock integer, delivery_days integer, status text, position bigint
    )`.execute(database);
  await sql`
    create function read_offers(sent jsonb) returns sent_offer[] language plpgsql stable as $$
    begin
      return array(
        select row(s.place, s.id, s.by, c.id, c.name, s.status, s.version, s.make, s.model, s.year, s.engine, s.vin, s.plate,
          s.valid_until)::sent_offer
        from rows from (jsonb_to_recordset(sent) as (id bigint, by bigint, customer_id bigint, username text, status text,
          version integer, make text, model text, year integer, engine text, vin text, plate text, valid_until timestamptz(3)))
          with ordinality as s (id, by, customer_id, username, status, version, make, model, year, engine, vin, plate, valid_until, place)
        left join lateral (
          select p.id, p.name from participants p where p.id = s.customer_id and p.kind = 'customer'
            and (p.disabled_at is null or exists (select from offers o where o.id = s.id and o.customer_id = p.id))
          union all
          select p.id, p.name from participants p
          where lower(p.username) = lower(s.username) and p.kind = 'customer'
            and (p.disabled_at is null or exists (select from offers o where o.id = s.id and o.customer_id = p.id))
          limit 1
        ) c on true
      );
    end $$`.execute(database);
  await sql`
    create function read_lines(sent jsonb) returns sent_line[] language plpgsql immutable as $$
    begin
      return array(
        select row(s.id, l.*)::sent_line
        from jsonb_to_recordset(sent) as s (id bigint, lines jsonb) cross join lateral
          rows from (jsonb_to_recordset(s.lines) as (id bigint, code text, brand text, name text, qty integer,
            unit_price numeric(12, 2), vat_rate integer, stock integer, delivery_days integer, status text)) with ordinality l
      );
    end $$`.execute(database);
}

/** The lines and rooms of offers that were just inserted. */
async function createMakeOffers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function make_offers(sent sent_offer[], lines sent_line[], staff bigint[], at_time timestamptz)
    returns table (id bigint, room bigint, entries jsonb, members_seq bigint) language plpgsql as $$
    declare
      made_rooms bigint[];
      customers bigint[];
    begin
      insert into offer_lines (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
      select l.offer_id, l.position, l.id, l.code, l.brand, l.name, l.qty, l.unit_price, l.vat_rate, l.stock, l.delivery_days, l.status
      from unnest(lines) l where l.offer_id = any(array(select s.id from unnest(sent) s));
      with made as (
        insert into rooms (offer_id, created_at, updated_at) select s.id, at_time, at_time from unnest(sent) s
        returning rooms.id, rooms.offer_id
      )
      select array_agg(made.id), array_agg(s.customer_id) into made_rooms, customers
      from made join unnest(sent) s on s.id = made.offer_id;
      perform join_rooms(
        array(select r from unnest(made_rooms) r, unnest(staff)) || made_rooms,
        array(select p from unnest(made_rooms), unnest(staff) p) || customers, at_time);
      return query
        select r.offer_id, r.id, e.entries, r.members_seq
        from entries_above(made_rooms, array_fill(0::bigint, array[cardinality(made_rooms)])) e
        cross join lateral (select * from rooms where rooms.id = e.room_id offset 0) r;
    end $$`.execute(database);
}
