import { type Kysely, sql } from "kysely";

/** OFF-10f: the list finds offers by their customer's name, whose words go with the person; the server makes them behind the offers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table search_offers add column customer_name text`.execute(database);
  // The planner's samples would keep names that are gone.
  await sql`alter table search_offers alter column customer_name set statistics 0`.execute(database);
  await sql`
    create or replace function erase_names(of_person bigint, with_name text) returns void language plpgsql as $$
    begin
      update participants set name = with_name, password_hash = '', locale = 'ro', version = version + 1,
        notifications = '{"privacy": "what", "quiet": null}', has_temporary_password = false,
        disabled_at = coalesce(disabled_at, now())
      where id = of_person;
      delete from tokens where participant_id = of_person;
      delete from invitations where participant_id = of_person;
      delete from participant_roles where participant_id = of_person;
      perform change_silence(participant_id, silenced_id, false, 0) from silences where of_person in (participant_id, silenced_id);
      update actions set note = null where handed_by = of_person and note is not null;
      update audit set name = null where participant_id = of_person and name is not null;
      -- Nobody makes words of the name that was read before this.
      perform pg_advisory_xact_lock_shared(hashtext('search_index'));
      delete from search_people where participant_id = of_person;
      update search_rooms set words = null, customer_name = null
      from rooms r join offers o on o.id = r.offer_id
      where search_rooms.room_id = r.id and o.customer_id = of_person;
      delete from search_offers using offers o where offer_id = o.id and o.customer_id = of_person;
      perform pg_notify('sign_in_ended', of_person::text);
    end $$`.execute(database);
}
