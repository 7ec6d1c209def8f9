import { type Kysely, sql } from "kysely";

/** The part of migration 0024 that puts the next versions of offers in place of those that are stored, which `offer_versions` has then. */
export async function createReplaceOffers(database: Kysely<unknown>): Promise<void> {
  await createDifferingLines(database);
  await createReplaceLines(database);
  await createOfferChanges(database);
  await sql`
    create function replace_offers(sent sent_offer[], lines sent_line[], at_time timestamptz)
    returns table (
      id bigint, outcome text, stored_version integer, stored_at timestamptz, room bigint, entries jsonb, members_seq bigint
    ) language plpgsql as $$
    declare
      before offers[];
      differing differing_line[];
      newer bigint[];
      changed record;
    begin
      before := array(
        select o from offers o where o.id = any(array(select s.id from unnest(sent) s)) order by o.id for update);
      -- ERP-1g: its room, and what was said there, are its customer's.
      return query
        select b.id, 'no-customer', b.version, null::timestamptz, null::bigint, null::jsonb, null::bigint
        from unnest(sent) s join unnest(before) b on b.id = s.id where s.customer_id <> b.customer_id;
      sent := array(select s from unnest(sent) s join unnest(before) b on b.id = s.id where s.customer_id = b.customer_id);
      newer := array(select s.id from unnest(sent) s join unnest(before) b on b.id = s.id where s.version > b.version);
      differing := differing_lines(
        array(select s.id from unnest(sent) s join unnest(before) b on b.id = s.id where s.version >= b.version), lines);
      return query
        select b.id, case when (s.version, s.customer_id, s.status, s.make, s.model, s.year, s.engine, s.vin, s.plate, s.valid_until)
            is not distinct from (b.version, b.customer_id, b.status, b.make, b.model, b.year, b.engine, b.vin, b.plate, b.valid_until)
            and not exists (select from unnest(differing) d where d.offer_id = b.id) then 'same' else 'conflict' end,
          b.version, b.updated_at, null::bigint, null::jsonb, null::bigint
        from unnest(sent) s join unnest(before) b on b.id = s.id where s.version <= b.version;
      if cardinality(newer) = 0 then return; end if;
      differing := array(select d from unnest(differing) d where d.offer_id = any(newer));
      sent := array(select s from unnest(sent) s where s.id = any(newer));
      before := array(select b from unnest(before) b where b.id = any(newer));
      select array_agg(s.id) as offers, array_agg(s.by_participant) as authors, array_agg(coalesce(c.named, '[]')) as named,
        array_agg(coalesce(c.total, 0)) as totals into changed
      from unnest(sent) s left join offer_changes(before, sent, lines, differing) c on c.offer_id = s.id;
      insert into offer_versions (offer_id, version, content, replaced_at)
      select b.id, b.version, offer_content(b.id), at_time from unnest(before) b;
      update offers o set customer_id = s.customer_id, status = s.status, version = s.version, make = s.make, model = s.model,
        year = s.year, engine = s.engine, vin = s.vin, plate = s.plate, valid_until = s.valid_until, updated_at = at_time
      from unnest(sent) s where o.id = any(newer) and o.id = s.id;
      perform replace_lines(lines, differing);
      return query
        select s.id, 'stored', s.version, at_time, l.room, l.entries, l.members_seq
        from unnest(sent) s left join log_offers(changed.offers, changed.authors, changed.named, changed.totals, at_time) l
          on l.offer_id = s.id;
    end $$`.execute(database);
}

/** Lines of offers that are not as they were sent. */
async function createDifferingLines(database: Kysely<unknown>): Promise<void> {
  await sql`create type differing_line as (offer_id bigint, id bigint, is_removed boolean)`.execute(database);
  await sql`
    create function differing_lines(of_offers bigint[], lines sent_line[]) returns differing_line[] language plpgsql stable as $$
    begin
      return array(
        select row(offer_id, id, s.position is null)::differing_line
        from (select * from offer_lines where offer_id = any(of_offers)) l
        full join (select * from unnest(lines) where offer_id = any(of_offers)) s using (offer_id, id)
        where (l.position, l.code, l.brand, l.name, l.qty, l.unit_price, l.vat_rate, l.stock, l.delivery_days, l.status)
          is distinct from (s.position, s.code, s.brand, s.name, s.qty, s.unit_price, s.vat_rate, s.stock, s.delivery_days, s.status)
      );
    end $$`.execute(database);
}

/** Writes those lines that differ, and no other. */
async function createReplaceLines(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function replace_lines(lines sent_line[], differing differing_line[]) returns void language plpgsql as $$
    begin
      delete from offer_lines l using unnest(differing) d 
      where d.is_removed and l.offer_id = d.offer_id and l.id = d.id
        and l.offer_id = any(array(select r.offer_id from unnest(differing) r where r.is_removed));
      insert into offer_lines as l
        (offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status)
      select offer_id, position, id, code, brand, name, qty, unit_price, vat_rate, stock, delivery_days, status
      from unnest(lines) s join unnest(differing) d using (offer_id, id)
      on conflict (offer_id, id) do update set position = excluded.position, code = excluded.code, brand = excluded.brand,
        name = excluded.name, qty = excluded.qty, unit_price = excluded.unit_price, vat_rate = excluded.vat_rate,
        stock = excluded.stock, delivery_days = excluded.delivery_days, status = excluded.status;
    end $$`.execute(database);
}

/**
 * What versions change, of the lines that differ and of the offers themselves: of each the ten that matter most, and how many there
 * are; no row where nothing does. A line that only moves changes nothing.
 */
async function createOfferChanges(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function offer_changes(before offers[], sent sent_offer[], lines sent_line[], differing differing_line[])
    returns table (offer_id bigint, named jsonb, total bigint) language plpgsql stable as $$
    #variable_conflict use_column
    begin
      return query
      with line as (
        select offer_id, id, l as was, s as becomes from unnest(differing) d
        left join lateral (select * from offer_lines l where l.offer_id = d.offer_id and l.id = d.id offset 0) l using (offer_id, id)
        left join unnest(lines) s using (offer_id, id)
      ), change as (
        select line.offer_id, line.id as line_id, coalesce((becomes).position, (was).position) as nth, c.*
        from line cross join lateral (
          select * from (values
            ('price', (was).unit_price::text, (becomes).unit_price::text), ('line_status', (was).status, (becomes).status),
            ('quantity', (was).qty::text, (becomes).qty::text),
            ('delivery', (was).delivery_days::text, (becomes).delivery_days::text),
            ('stock', (was).stock::text, (becomes).stock::text)
          ) v (what, "from", "to") where "from" <> "to"
          union all select 'line', null, null
          where ((was).code, (was).brand, (was).name, (was).vat_rate)
            <> ((becomes).code, (becomes).brand, (becomes).name, (becomes).vat_rate)
          union all select 'line_added', null, null where (was).id is null
          union all select 'line_removed', null, null where (becomes).id is null
        ) c
        union all
        select b.id, null, 0, c.* from unnest(before) b join unnest(sent) s on s.id = b.id cross join lateral (
          select 'status', b.status, s.status where b.status <> s.status
          union all select 'valid_until', to_char(b.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(s.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          where b.valid_until <> s.valid_until
          union all select 'vehicle', null, null
          where (b.make, b.model, b.year, b.engine, b.vin, b.plate) is distinct from (s.make, s.model, s.year, s.engine, s.vin, s.plate)
        ) c
      )
      select offer_id, jsonb_agg(jsonb_build_object('what', what, 'line_id', line_id, 'from', "from", 'to', "to") order by place)
        filter (where place <= 10), count(*)
      from (
        select *, row_number() over (partition by offer_id order by array_position(array['price', 'line_status', 'status',
          'quantity', 'line_added', 'line_removed', 'delivery', 'stock', 'line', 'valid_until', 'vehicle'], what),
          nth, line_id) as place
        from change
      ) change group by offer_id;
    end $$`.execute(database);
}
