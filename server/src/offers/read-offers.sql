-- Sent offers in their order. A customer who does not exist, or is disabled and not that of the stored offer, is null.
create or replace function read_offers(sent jsonb) returns sent_offer[] language plpgsql stable as $$
begin
  return array(
    select row(s.place, s.id, s.by, c.id, c.name, s.status, s.version, s.make, s.model, s.year, s.engine, s.vin, s.plate,
      s.valid_until, s.by_actor, s.from_address)::sent_offer
    from rows from (jsonb_to_recordset(sent) as (id bigint, by bigint, customer_id bigint, username text, status text,
      version integer, make text, model text, year integer, engine text, vin text, plate text, valid_until timestamptz(3),
      by_actor text, from_address text)) with ordinality as s (id, by, customer_id, username, status, version, make, model, year,
      engine, vin, plate, valid_until, by_actor, from_address, place)
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
end $$;

-- Lines of sent offers, numbered from 1.
create or replace function read_lines(sent jsonb) returns sent_line[] language plpgsql immutable as $$
begin
  return array(
    select row(s.id, l.*)::sent_line
    from jsonb_to_recordset(sent) as s (id bigint, lines jsonb) cross join lateral
      rows from (jsonb_to_recordset(s.lines) as (id bigint, code text, brand text, name text, qty integer,
        unit_price numeric(12, 2), vat_rate integer, stock integer, delivery_days integer, status text)) with ordinality l
  );
end $$;

-- OFF-1: offers as `oferta/{id}` returns them, without names and totals; money is text with two decimals. Written as text: an
-- aggregate of rows looks up each column's type in each row, which takes twice as long.
create or replace function offer_contents(of_offers bigint[]) returns table (
  offer_id bigint, content jsonb
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select o.id, concat('{"id_cerere":', o.id, ',"status":"', o.status, '","version":', o.version,
      ',"customer":{"id":', o.customer_id,
      '},"vehicle":{"make":', to_json(o.make), ',"model":', to_json(o.model), ',"year":', coalesce(o.year::text, 'null'),
      ',"engine":', to_json(o.engine), ',"vin":', to_json(o.vin), ',"plate":', to_json(o.plate),
      '},"valid_until":"', to_char(o.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '","updated_at":"', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '","lines":[', l.written, ']}')::jsonb
    from unnest(of_offers) asked (id)
    cross join lateral (select * from offers where offers.id = asked.id offset 0) o
    cross join lateral (
      select string_agg(concat('{"id":', l.id, ',"code":', to_json(l.code), ',"brand":', to_json(l.brand),
        ',"name":', to_json(l.name), ',"qty":', l.qty, ',"unit_price":"', l.unit_price, '","vat_rate":', l.vat_rate,
        ',"stock":', l.stock, ',"delivery_days":', l.delivery_days, ',"status":"', l.status, '"}'), ',' order by l.position)
        as written
      from offer_lines l where l.offer_id = o.id
    ) l;
end $$;

create or replace function offer_content(of_offer bigint) returns jsonb language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return (select content from offer_contents(array[of_offer]));
end $$;
