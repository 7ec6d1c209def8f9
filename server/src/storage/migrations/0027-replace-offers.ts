import { type Kysely, sql } from "kysely";

/** The part of migration 0027 that puts the next versions of offers in place of those that are stored, which `offer_versions` has then. */
export async function createReplaceOffers(database: Kysely<unknown>): Promise<void> {
  await createAnswerOlder(database);
  await sql`
    create or replace function replace_offers(sent sent_offer[], lines sent_line[], at_time timestamptz)
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
      newer := array(
        select s.id from unnest(sent) s join unnest(before) b on b.id = s.id
        where s.customer_id = b.customer_id and s.version > b.version);
      if cardinality(newer) < cardinality(sent) then
        return query select o.*, null::bigint, null::jsonb, null::bigint from answer_older(before, sent, lines) o;
        if cardinality(newer) = 0 then return; end if;
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
      return query
        select s.id, 'stored', s.version, at_time, l.room, l.entries, l.members_seq
        from unnest(sent) s left join log_offers(changed.offers, changed.authors, changed.named, changed.totals, at_time) l
          on l.offer_id = s.id;
    end $$`.execute(database);
}

/** What is answered for those that are not newer than what is stored, or name another customer (ERP-1g: its room, and what was said there, are its customer's). */
async function createAnswerOlder(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function answer_older(before offers[], sent sent_offer[], lines sent_line[])
    returns table (id bigint, outcome text, stored_version integer, stored_at timestamptz) language plpgsql stable as $$
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
    end $$`.execute(database);
}
