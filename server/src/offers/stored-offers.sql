-- ERP-1: stores the offers that programs send, each with an outcome. Lines that come decided must be as their customer decided
-- (ERP-5).
create or replace function store_offers(sent jsonb, at_time timestamptz, staff bigint[]) returns table (
  place bigint, outcome text, stored_version integer, room bigint, entries jsonb, members_seq bigint,
  stored_at timestamptz, customer_id bigint, customer_name text, undecided jsonb
) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  all_sent sent_offer[] := read_offers(sent);
  lines sent_line[] := read_lines(sent);
  deciding bigint[] := array(select distinct l.offer_id from unnest(lines) l where l.status in ('accepted', 'declined'));
  made bigint[];
begin
  -- By number, as whoever locks several offers does. Of an offer that is not there nobody has decided.
  with added as (
    insert into offers (id, customer_id, status, version, make, model, year, engine, vin, plate, valid_until, updated_at)
    select s.id, s.customer_id, s.status, s.version, s.make, s.model, s.year, s.engine, s.vin, s.plate, s.valid_until, at_time
    from unnest(all_sent) s where s.customer_id is not null and s.id <> all(deciding) order by s.id
    on conflict (id) do nothing returning id
  )
  select coalesce(array_agg(id), '{}') into made from added;
  return query
    select s.place, 'no-customer', null::integer, null::bigint, null::jsonb, null::bigint, null::timestamptz, null::bigint, null,
      null::jsonb
    from unnest(all_sent) s where s.customer_id is null;
  if cardinality(made) > 0 then
    perform note_stored(array(select s from unnest(all_sent) s where s.id = any(made)), at_time);
    return query
      select s.place, 'made', s.version, m.room, m.entries, m.members_seq, at_time, s.customer_id, s.customer_name, null::jsonb
      from make_offers(array(select s from unnest(all_sent) s where s.id = any(made)), lines, staff, at_time) m
      join unnest(all_sent) s using (id);
  end if;
  all_sent := array(select s from unnest(all_sent) s where s.customer_id is not null and s.id <> all(made));
  if cardinality(all_sent) > 0 then
    return query
      select s.place, r.outcome, r.stored_version, r.room, r.entries, r.members_seq, r.stored_at, s.customer_id, s.customer_name,
        r.undecided
      from replace_offers(all_sent, lines, deciding, at_time) r join unnest(all_sent) s using (id);
  end if;
end $$;

-- ERP-5b: in the transaction that stores, since an ERP stores more than the audit log's counted entries of one account.
create or replace function note_stored(stored sent_offer[], at_time timestamptz) returns void language plpgsql as $$
begin
  insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
  select at_time, 'offer.stored', coalesce(s.by_actor, 'program'), s.by_participant,
    (select p.name from participants p where p.id = s.by_participant), s.from_address, 'offer', s.id, 'version ' || s.version
  from unnest(stored) s;
end $$;

-- Lines and rooms of offers that were just inserted.
create or replace function make_offers(sent sent_offer[], lines sent_line[], staff bigint[], at_time timestamptz) returns table (
  id bigint, room bigint, entries jsonb, members_seq bigint
) language plpgsql as $$
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
end $$;

-- `deciding` are the offers with lines that come decided.
create or replace function replace_offers(sent sent_offer[], lines sent_line[], deciding bigint[], at_time timestamptz) returns table (
  id bigint, outcome text, stored_version integer, stored_at timestamptz, room bigint, entries jsonb,
  members_seq bigint, undecided jsonb
) language plpgsql as $$
declare
  before offers[];
  differing differing_line[];
  newer bigint[];
  kept bigint[];
  changed record;
begin
  before := array(
    select o from offers o where o.id = any(array(select s.id from unnest(sent) s)) order by o.id for update);
  newer := array(
    select s.id from unnest(sent) s left join unnest(before) b on b.id = s.id
    where b.id is null or s.customer_id = b.customer_id and s.version > b.version);
  if cardinality(newer) < cardinality(sent) then
    return query select o.*, null::bigint, null::jsonb, null::bigint, null::jsonb from answer_older(before, sent, lines) o;
  end if;
  if newer && deciding then
    kept := array(select u.id from undecided_lines(newer, lines) u);
    return query
      select u.id, 'undecided', null::integer, null::timestamptz, null::bigint, null::jsonb, null::bigint, u.places
      from undecided_lines(newer, lines) u;
    newer := array(select n from unnest(newer) n where n <> all(kept));
  end if;
  if cardinality(newer) = 0 then return; end if;
  if cardinality(newer) < cardinality(sent) then
    sent := array(select s from unnest(sent) s where s.id = any(newer));
    before := array(select b from unnest(before) b where b.id = any(newer));
  end if;
  differing := differing_lines(newer, lines);
  select array_agg(s.id) as offers, array_agg(s.by_participant) as authors, array_agg(coalesce(c.named, '[]')) as named,
    array_agg(coalesce(c.total, 0)) as totals into changed
  from unnest(sent) s left join offer_changes(before, sent, lines, differing) c on c.offer_id = s.id;
  insert into offer_versions (offer_id, version, content, replaced_at)
  select b.id, b.version, was.content, at_time
  from unnest(before) b join offer_contents(newer) was on was.offer_id = b.id;
  update offers o set status = s.status, version = s.version, make = s.make, model = s.model,
    year = s.year, engine = s.engine, vin = s.vin, plate = s.plate, valid_until = s.valid_until, updated_at = at_time
  from unnest(sent) s where o.id = any(newer) and o.id = s.id;
  if cardinality(differing) > 0 then perform replace_lines(lines, differing); end if;
  perform note_stored(sent, at_time);
  return query
    select s.id, 'stored', s.version, at_time, l.room, l.entries, l.members_seq, null::jsonb
    from unnest(sent) s left join log_offers(changed.offers, changed.authors, changed.named, changed.totals, at_time) l
      on l.offer_id = s.id;
end $$;

-- Outcomes of offers that are not newer than stored, or name another customer (ERP-1g: the room belongs to its customer).
create or replace function answer_older(before offers[], sent sent_offer[], lines sent_line[]) returns table (
  id bigint, outcome text, stored_version integer, stored_at timestamptz
) language plpgsql stable as $$
declare
  differing differing_line[] := differing_lines(
    array(select s.id from unnest(sent) s join unnest(before) b on b.id = s.id where s.version = b.version), lines);
begin
  return query
    select b.id, case
        when s.customer_id <> b.customer_id then 'no-customer'
        when (s.version, s.status, s.make, s.model, s.year, s.engine, s.vin, s.plate, s.valid_until)
          is not distinct from (b.version, b.status, b.make, b.model, b.year, b.engine, b.vin, b.plate, b.valid_until)
          and not exists (select from unnest(differing) d where d.offer_id = b.id) then 'same'
        else 'conflict' end,
      b.version, case when s.customer_id = b.customer_id then b.updated_at end
    from unnest(sent) s join unnest(before) b on b.id = s.id
    where s.customer_id <> b.customer_id or s.version <= b.version;
end $$;

-- Lines of offers that differ from those sent.
create or replace function differing_lines(
  of_offers bigint[], lines sent_line[]
) returns differing_line[] language plpgsql stable as $$
begin
  return array(
    select row(offer_id, id, s.position is null)::differing_line
    from (select * from offer_lines where offer_id = any(of_offers)) l
    full join (select * from unnest(lines) where offer_id = any(of_offers)) s using (offer_id, id)
    where (l.position, l.code, l.brand, l.name, l.qty, l.unit_price, l.vat_rate, l.stock, l.delivery_days, l.status)
      is distinct from (s.position, s.code, s.brand, s.name, s.qty, s.unit_price, s.vat_rate, s.stock, s.delivery_days, s.status)
  );
end $$;

-- What versions change: the ten most important changes of each offer and their total; no row where nothing changes. A line that only
-- moves is no change.
create or replace function offer_changes(
  before offers[], sent sent_offer[], lines sent_line[], differing differing_line[]
) returns table (offer_id bigint, named jsonb, total bigint) language plpgsql stable as $$
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
end $$;

-- Entries of versions in their rooms' logs; the payload is `OfferUpdated`. The offers are locked.
create or replace function log_offers(
  of_offers bigint[], by_participants bigint[], changes jsonb[], changes_totals bigint[], at_time timestamptz
) returns table (offer_id bigint, room bigint, entries jsonb, members_seq bigint) language plpgsql as $$
#variable_conflict use_column
declare
  logged record;
begin
  -- Rooms are locked in the order of their ids, as by every writer of several.
  perform from rooms r where r.offer_id = any(of_offers) order by r.id for update;
  with moved as (
    update rooms r set last_seq = r.last_seq + 1, active_minute = greatest(r.active_minute, room_minute(now()))
    where r.offer_id = any(of_offers) returning r.id, r.offer_id, r.last_seq
  ), entry as (
    insert into room_events (room_id, seq, kind, participant_id, payload, created_at)
    select moved.id, moved.last_seq, 'offer', version.by, jsonb_build_object('offer_id', o.id, 'version', o.version,
      'status', o.status, 'changes', version.changes, 'changes_total', version.total), at_time
    from unnest(of_offers, by_participants, changes, changes_totals) as version (offer, by, changes, total)
    join moved on moved.offer_id = version.offer
    cross join lateral (select * from offers where offers.id = version.offer offset 0) o
  )
  select array_agg(moved.id) as rooms, array_agg(moved.last_seq - 1) as seqs into logged from moved;
  return query
    select r.offer_id, r.id, e.entries, r.members_seq
    from entries_above(logged.rooms, logged.seqs) e
    cross join lateral (select * from rooms where rooms.id = e.room_id offset 0) r;
end $$;

create or replace function replace_lines(
  lines sent_line[], differing differing_line[]
) returns void language plpgsql as $$
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
end $$;
