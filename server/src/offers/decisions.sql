-- ERP-3: accepts or declines a line, or every open line when `of_line` is null, by the offer's customer or by staff for them, which
-- the audit log has. A decision that stands already changes nothing, whatever version was seen.
create or replace function decide_lines(
  offer_number bigint, of_line bigint, decided text, seen_version bigint, by_participant bigint, on_behalf boolean,
  by_actor text, from_address text, at_time timestamptz, out outcome text, out room bigint, out entries jsonb,
  out members_seq bigint
) language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  before offers;
  becomes text := case decided when 'accept' then 'accepted' else 'declined' end;
  changed record;
begin
  select * into before from offers where id = offer_number for update;
  if not found or not on_behalf and before.customer_id <> by_participant then
    outcome := 'not-customer';
    return;
  end if;
  select array_agg(l.id) as lines, count(*) as total, jsonb_agg(jsonb_build_object(
      'what', 'line_status', 'line_id', l.id, 'from', l.status, 'to', becomes) order by l.place) filter (where l.place <= 10) as named
  into changed from (
    select id, status, row_number() over (order by position) as place from offer_lines
    where offer_id = offer_number and case when of_line is null then status = 'offered' else id = of_line and status <> becomes end
  ) l;
  if changed.total = 0 and exists (
    select from offer_lines where offer_id = offer_number and status = becomes and id = coalesce(of_line, id)) then
    outcome := 'same';
    return;
  elsif before.version <> seen_version then
    outcome := 'conflict';
    return;
  elsif changed.total = 0 then
    outcome := case when of_line is null then 'same' else 'no-line' end;
    return;
  elsif before.status <> 'sent' or before.version = 2147483647
    or exists (select from participants where id = before.customer_id and erased_at is not null)
    or before.valid_until < date_trunc('day', at_time, 'Europe/Bucharest') then
    outcome := 'not-sent';
    return;
  end if;
  outcome := 'decided';
  insert into offer_versions (offer_id, version, content, replaced_at)
  select offer_id, before.version, content, at_time from offer_contents(array[offer_number]);
  update offers set version = version + 1, updated_at = at_time where id = offer_number;
  update offer_lines set status = becomes where offer_id = offer_number and id = any(changed.lines);
  insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, is_on_behalf, created_at, next_at)
  -- WAIT-1: due by the database's clock, whatever the server's says.
  select offer_number, before.version + 1, line, decided, by_participant, on_behalf, at_time, now() from unnest(changed.lines) line;
  if on_behalf then
    insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
    values (at_time, 'offer.decided-for', by_actor, by_participant, (select p.name from participants p where p.id = by_participant),
      from_address, 'offer', offer_number, decided || ', version ' || before.version + 1);
  end if;
  select l.* into room, entries, members_seq from log_decision(offer_number, before.version + 1, before.status, changed.named,
    changed.total, decided, by_participant, on_behalf, at_time) l;
end $$;

-- ERP-5: positions, from 0, of lines that come decided and are not stored so: another decision, part, quantity or price.
create or replace function undecided_lines(of_offers bigint[], lines sent_line[]) returns table (
  id bigint, places jsonb
) language plpgsql stable as $$
begin
  return query
    select s.offer_id, jsonb_agg(s.position - 1 order by s.position)
    from unnest(lines) s left join lateral (
      select * from offer_lines o where o.offer_id = s.offer_id and o.id = s.id offset 0
    ) l on true
    where s.offer_id = any(of_offers) and s.status in ('accepted', 'declined')
      and (l.status, l.code, l.brand, l.qty, l.unit_price, l.vat_rate)
        is distinct from (s.status, s.code, s.brand, s.qty, s.unit_price, s.vat_rate)
    group by s.offer_id;
end $$;

-- ROOM-3h: logs a decision in the offer's room, if there is one; the customer's own is the room's newest activity.
create or replace function log_decision(
  offer_number bigint, at_version integer, of_status text, named jsonb, total bigint, decided text,
  by_participant bigint, on_behalf boolean, at_time timestamptz, out room bigint, out entries jsonb,
  out members_seq bigint
) language plpgsql as $$
declare
  decision_seq bigint;
begin
  select id into room from rooms where offer_id = offer_number for update;
  if room is null then return; end if;
  select entry_seq, room_members_seq into decision_seq, members_seq
  from log_event(room, 'offer', by_participant, at_time, null, jsonb_build_object(
    'offer_id', offer_number, 'version', at_version, 'status', of_status, 'changes', named, 'changes_total', total,
    'decision', jsonb_build_object('decision', decided, 'on_behalf', on_behalf,
      'at', to_char(at_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))));
  update rooms set decided_seq = decision_seq, decided_at = at_time, updated_at = greatest(updated_at, at_time)
  where id = room and not on_behalf;
  entries := entries_after(room, decision_seq - 1);
end $$;
