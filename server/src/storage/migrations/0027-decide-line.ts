import { type Kysely, sql } from "kysely";

/**
 * The part of migration 0027 by which an offer's customer accepts or declines a line (ERP-3), as that of 0024, and not after the offer's
 * last day in Romania.
 */
export async function createDecideLine(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function decide_line(
      offer_number bigint, of_line bigint, decided text, seen_version bigint, by_participant bigint, at_time timestamptz,
      out outcome text, out room bigint, out entries jsonb, out members_seq bigint
    ) language plpgsql
    -- Decision 0020: a plan that was made while the tables were small must not read them whole later.
    set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
    declare
      before offers;
      was text;
      becomes text := case decided when 'accept' then 'accepted' else 'declined' end;
    begin
      select * into before from offers where id = offer_number for update;
      if not found or before.customer_id <> by_participant then
        outcome := 'not-customer';
        return;
      elsif before.version <> seen_version then
        outcome := 'conflict';
        return;
      end if;
      select status into was from offer_lines where offer_id = offer_number and id = of_line;
      if not found then
        outcome := 'no-line';
        return;
      elsif before.status <> 'sent' or before.version = 2147483647
        or before.valid_until < date_trunc('day', at_time, 'Europe/Bucharest') then
        outcome := 'not-sent';
        return;
      elsif was = becomes then
        outcome := 'same';
        return;
      end if;
      outcome := 'decided';
      insert into offer_versions (offer_id, version, content, replaced_at)
      select offer_id, before.version, content, at_time from offer_contents(array[offer_number]);
      update offers set version = version + 1, updated_at = at_time where id = offer_number;
      update offer_lines set status = becomes where offer_id = offer_number and id = of_line;
      insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, created_at, next_at)
      values (offer_number, before.version + 1, of_line, decided, by_participant, at_time, at_time);
      select l.room, l.entries, l.members_seq into room, entries, members_seq
      from log_offers(array[offer_number], array[by_participant], array[jsonb_build_array(jsonb_build_object(
        'what', 'line_status', 'line_id', of_line, 'from', was, 'to', becomes))], array[1], at_time) l;
    end $$`.execute(database);
}
