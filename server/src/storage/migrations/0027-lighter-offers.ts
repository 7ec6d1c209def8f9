import { type Kysely, sql } from "kysely";
import { createDecideLine } from "./0027-decide-line.ts";
import { createReplaceOffers } from "./0027-replace-offers.ts";

/**
 * The functions of migration 0024 that write the next versions of offers, with fewer statements for all of them together and with an
 * offer's content made as text: storing a version takes half of PostgreSQL's time (PERF-17).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createOfferContents(database);
  await createLogOffers(database);
  await createReplaceOffers(database);
  await createDecideLine(database);
}

/** Offers as `oferta/{id}` answers them (OFF-1), without names and totals; money is text with two places. */
async function createOfferContents(database: Kysely<unknown>): Promise<void> {
  const wireTime = (column: string) =>
    sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  // Written as text, since an aggregate of rows looks up the type of each column of each row: it takes half.
  await sql`
    create function offer_contents(of_offers bigint[]) returns table (offer_id bigint, content jsonb) language plpgsql stable as $$
    #variable_conflict use_column
    begin
      return query
        select o.id, concat('{"id_cerere":', o.id, ',"status":"', o.status, '","version":', o.version,
          ',"customer":{"id":', o.customer_id,
          '},"vehicle":{"make":', to_json(o.make), ',"model":', to_json(o.model), ',"year":', coalesce(o.year::text, 'null'),
          ',"engine":', to_json(o.engine), ',"vin":', to_json(o.vin), ',"plate":', to_json(o.plate),
          '},"valid_until":"', ${wireTime("o.valid_until")}, '","updated_at":"', ${wireTime("o.updated_at")},
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
    end $$`.execute(database);
  await sql`
    create or replace function offer_content(of_offer bigint) returns jsonb language plpgsql stable
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    begin
      return (select content from offer_contents(array[of_offer]));
    end $$`.execute(database);
}

/** The entries of versions in their rooms' logs, where the offers have rooms; the payload is that of `OfferUpdated`. The offers are locked. */
async function createLogOffers(database: Kysely<unknown>): Promise<void> {
  await sql`
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
    end $$`.execute(database);
}
