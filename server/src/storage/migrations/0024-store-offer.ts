import { type Kysely, sql } from "kysely";

/** The part of migration 0024 by which a program stores an offer (ERP-1). */
export async function createStoreOffer(database: Kysely<unknown>): Promise<void> {
  await createSentLines(database);
  await createFindOfferCustomer(database);
  await createReplaceLines(database);
  await createOfferChanges(database);
  await createReplaceOffer(database);
  await sql`
    create function store_offer(
      offer_number bigint, content jsonb, by_participant bigint, at_time timestamptz, staff bigint[],
      out outcome text, out stored_version integer, out room bigint, out entries jsonb, out members_seq bigint,
      out customer jsonb, out stored_at timestamptz
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    declare
      before offers;
      sent offers;
      sent_lines sent_line[];
    begin
      customer := find_offer_customer(content->'customer');
      if customer is null then
        outcome := 'no-customer';
        return;
      end if;
      sent.customer_id := (customer->'id')::bigint;
      select o.status, o.version, o.valid_until, v.* into sent.status, sent.version, sent.valid_until,
        sent.make, sent.model, sent.year, sent.engine, sent.vin, sent.plate
      from jsonb_to_record(content) as o(status text, version integer, valid_until timestamptz(3)),
        jsonb_to_record(content->'vehicle') as v(make text, model text, year integer, engine text, vin text, plate text);
      sent_lines := array(select l from jsonb_populate_recordset(null::sent_line, content->'lines') l);
      stored_version := sent.version;
      stored_at := at_time;
      insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
      values (offer_number, sent.customer_id, sent.status, sent.version, sent.make, sent.model, sent.year, sent.engine, sent.vin,
        sent.plate, sent.valid_until, at_time)
      on conflict (id) do nothing;
      if found then
        outcome := 'made';
        insert into offer_lines (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
        select offer_number, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status
        from numbered_lines(sent_lines);
        room := make_room(offer_number, at_time);
        members_seq := (join_room(room, staff || sent.customer_id, at_time)).entry_seq;
        entries := entries_after(room, 0);
        return;
      end if;
      select * into before from offers where id = offer_number for update;
      select r.outcome, r.room, r.entries, r.members_seq into outcome, room, entries, members_seq
      from replace_offer(before, sent, sent_lines, by_participant, at_time) r;
      if outcome = 'conflict' then stored_version := before.version; end if;
      if outcome <> 'stored' then stored_at := before.updated_at; end if;
    end $$`.execute(database);
}

/** Puts the next version in place of one that is stored and locked, which `offer_versions` has then. */
async function createReplaceOffer(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function replace_offer(
      before offers, sent offers, sent_lines sent_line[], by_participant bigint, at_time timestamptz,
      out outcome text, out room bigint, out entries jsonb, out members_seq bigint
    ) language plpgsql as $$
    declare
      written bigint[];
      removed bigint[];
      changed record;
    begin
      outcome := 'conflict';
      if sent.version < before.version then return; end if;
      select coalesce(array_agg(s.id) filter (where s.id is not null), '{}'),
        coalesce(array_agg(l.id) filter (where s.id is null), '{}') into written, removed
      from (select * from offer_lines where offer_id = before.id) l full join numbered_lines(sent_lines) s using (id)
      where (l.position, l.code, l.brand, l.name, l.qty, l.unit_price, l.vat_rate, l.stock, l.delivery_days, l.status)
        is distinct from (s.position, s.code, s.brand, s.name, s.qty, s.unit_price, s.vat_rate, s.stock, s.delivery_days, s.status);
      if sent.version = before.version then
        if cardinality(written || removed) = 0
          and (sent.customer_id, sent.status, sent.make, sent.model, sent.year, sent.engine, sent.vin, sent.plate, sent.valid_until)
            is not distinct from (before.customer_id, before.status, before.make, before.model, before.year, before.engine,
              before.vin, before.plate, before.valid_until) then
          outcome := 'same';
        end if;
        return;
      end if;
      outcome := 'stored';
      select * into changed from offer_changes(before, sent, sent_lines, written || removed);
      insert into offer_versions (offer_id, version, content, replaced_at)
      values (before.id, before.version, offer_content(before.id), at_time);
      update offers set customer_id = sent.customer_id, status = sent.status, version = sent.version, make = sent.make,
        model = sent.model, year = sent.year, engine = sent.engine, vin = sent.vin, plate = sent.plate,
        valid_until = sent.valid_until, updated_at = at_time
      where id = before.id;
      perform replace_lines(before.id, sent_lines, written, removed);
      select l.at_room, l.entries, l.members_seq into room, entries, members_seq
      from log_offer(before.id, by_participant, at_time, changed.named, changed.total) l;
    end $$`.execute(database);
}

/** A line as it was sent; those of an offer are numbered from 1. */
async function createSentLines(database: Kysely<unknown>): Promise<void> {
  await sql`
    create type sent_line as (
      id bigint, code text, brand text, name text, qty integer, unit_price numeric(12, 2), vat_rate integer, stock integer,
      delivery_days integer, status text
    )`.execute(database);
  await sql`
    create function numbered_lines(lines sent_line[]) returns table (
      id bigint, code text, brand text, name text, qty integer, unit_price numeric, vat_rate integer, stock integer,
      delivery_days integer, status text, "position" bigint
    ) language sql immutable as $$ select * from unnest(lines) with ordinality $$`.execute(database);
}

/** The customer whom an offer names by id or user name, as `{id, name}`; null for one who is none, or disabled. */
async function createFindOfferCustomer(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function find_offer_customer(named jsonb) returns jsonb language plpgsql stable as $$
    begin
      if named ? 'id' then
        return (select jsonb_build_object('id', id, 'name', name) from participants
          where id = (named->'id')::bigint and kind = 'customer' and disabled_at is null);
      end if;
      return (select jsonb_build_object('id', id, 'name', name) from participants
        where lower(username) = lower(named->>'username') and kind = 'customer' and disabled_at is null);
    end $$`.execute(database);
}

/** Writes those lines that differ, and no other. */
async function createReplaceLines(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function replace_lines(of_offer bigint, sent_lines sent_line[], written bigint[], removed bigint[]) returns void
    language plpgsql as $$
    begin
      if cardinality(removed) > 0 then
        delete from offer_lines where offer_id = of_offer and id = any(removed);
      end if;
      if cardinality(written) > 0 then
        insert into offer_lines as l
          (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
        select of_offer, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status
        from numbered_lines(sent_lines) where id = any(written)
        on conflict (offer_id, id) do update set position = excluded.position, code = excluded.code, brand = excluded.brand,
          name = excluded.name, qty = excluded.qty, unit_price = excluded.unit_price, vat_rate = excluded.vat_rate,
          stock = excluded.stock, delivery_days = excluded.delivery_days, status = excluded.status;
      end if;
    end $$`.execute(database);
}

/**
 * What a version changes, of the lines whose ids are given and of the offer itself: the ten that matter most, and how many there are.
 * A line that only moves changes nothing.
 */
async function createOfferChanges(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function offer_changes(before offers, sent offers, sent_lines sent_line[], line_ids bigint[], out named jsonb, out total bigint)
    language plpgsql stable as $$
    begin
      select coalesce(jsonb_agg(jsonb_build_object('what', what, 'line_id', line_id, 'from', was, 'to', becomes) order by place)
        filter (where place <= 10), '[]'), count(*)
      into named, total
      from (
        select c.*, row_number() over (order by array_position(array['price', 'line_status', 'status', 'quantity', 'line_added',
          'line_removed', 'delivery', 'stock', 'line', 'valid_until', 'vehicle', 'customer'], what), nth, line_id) as place
        from (
          select c.what, id as line_id, c.was, c.becomes, coalesce(s.position, l.position) as nth
          from (select * from offer_lines where offer_id = before.id and id = any(line_ids)) l
          full join (select * from numbered_lines(sent_lines) where id = any(line_ids)) s using (id)
          cross join lateral (
            select * from (values
              ('price', l.unit_price::text, s.unit_price::text), ('line_status', l.status, s.status),
              ('quantity', l.qty::text, s.qty::text), ('delivery', l.delivery_days::text, s.delivery_days::text),
              ('stock', l.stock::text, s.stock::text)
            ) v (what, was, becomes) where was <> becomes
            union all select 'line', null, null
            where (l.code, l.brand, l.name, l.vat_rate) <> (s.code, s.brand, s.name, s.vat_rate)
            union all select 'line_added', null, null where l.offer_id is null
            union all select 'line_removed', null, null where s.position is null
          ) c
          union all select 'status', null, before.status, sent.status, 0 where before.status <> sent.status
          union all select 'valid_until', null,
            to_char(before.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(sent.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 0
          where before.valid_until <> sent.valid_until
          union all select 'vehicle', null, null, null, 0
          where (before.make, before.model, before.year, before.engine, before.vin, before.plate)
            is distinct from (sent.make, sent.model, sent.year, sent.engine, sent.vin, sent.plate)
          union all select 'customer', null, before.customer_id::text, sent.customer_id::text, 0
          where before.customer_id <> sent.customer_id
        ) c
      ) c;
    end $$`.execute(database);
}
