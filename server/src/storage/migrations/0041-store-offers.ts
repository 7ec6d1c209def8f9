import { type Kysely, sql } from "kysely";

/**
 * The part of migration 0041 by which programs store offers: as by migrations 0024 and 0027, but for lines that come as accepted or declined
 * and are not what their customer decided of, and with an entry of the audit log for each version (ERP-5).
 */
export async function createStoreOffers(database: Kysely<unknown>): Promise<void> {
  await sql`alter type sent_offer add attribute by_actor text, add attribute from_address text`.execute(database);
  await createReadOffers(database);
  await createUndecidedLines(database);
  await createNoteStored(database);
  await createReplaceOffers(database);
  await sql`drop function store_offers(jsonb, timestamptz, bigint[])`.execute(database);
  await sql`
    create function store_offers(sent jsonb, at_time timestamptz, staff bigint[])
    returns table (
      place bigint, outcome text, stored_version integer, room bigint, entries jsonb, members_seq bigint, stored_at timestamptz,
      customer_id bigint, customer_name text, undecided jsonb
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
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
        select s.place, 'no-customer', null::integer, null::bigint, null::jsonb, null::bigint, null::timestamptz, null::bigint, null, null::jsonb
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
    end $$`.execute(database);
}

/** Beside what they read before, who sends each offer and from where. */
async function createReadOffers(database: Kysely<unknown>): Promise<void> {
  await sql`
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
    end $$`.execute(database);
}

/**
 * Of each offer the places, from 0, of lines that come decided and are not stored so: another decision, or another part, quantity or
 * price than was decided of.
 */
async function createUndecidedLines(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function undecided_lines(of_offers bigint[], lines sent_line[]) returns table (id bigint, places jsonb)
    language plpgsql stable as $$
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
    end $$`.execute(database);
}

/** ERP-5b: by the transaction that stores them, since an ERP stores more than the audit log's counted entries of one account. */
async function createNoteStored(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_stored(stored sent_offer[], at_time timestamptz) returns void language plpgsql as $$
    begin
      insert into audit (created_at, kind, by_kind, participant_id, name, address, about_type, about_id, detail)
      select at_time, 'offer.stored', coalesce(s.by_actor, 'program'), s.by_participant,
        (select p.name from participants p where p.id = s.by_participant), s.from_address, 'offer', s.id, 'version ' || s.version
      from unnest(stored) s;
    end $$`.execute(database);
}

/** `deciding` are the offers with lines that come decided. */
async function createReplaceOffers(database: Kysely<unknown>): Promise<void> {
  await sql`drop function replace_offers(sent_offer[], sent_line[], timestamptz)`.execute(database);
  await sql`
    create function replace_offers(sent sent_offer[], lines sent_line[], deciding bigint[], at_time timestamptz)
    returns table (
      id bigint, outcome text, stored_version integer, stored_at timestamptz, room bigint, entries jsonb, members_seq bigint,
      undecided jsonb
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
    end $$`.execute(database);
}
