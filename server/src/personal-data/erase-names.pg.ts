import { sessionEndedTopic } from "../sign-in/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";

/** SIL-1: also locks the people who silence them or are silenced by them, by ascending id. */
const lockPeople = `
  select from participants where id = $1 or id in (
    select unnest(array[participant_id, silenced_id]) from silences where $1 in (participant_id, silenced_id))
  order by id for no key update`;

const eraseAccount = `
  with signed_in as (delete from tokens where participant_id = $1),
  invited as (delete from invitations where participant_id = $1),
  roles as (delete from participant_roles where participant_id = $1),
  addresses as (delete from mail_addresses where participant_id = $1),
  links as (delete from mail_links where participant_id = $1),
  mails as (delete from mail_jobs where participant_id = $1),
  factors as (delete from second_factors where participant_id = $1),
  notes as (update actions set note = null where handed_by = $1 and note is not null),
  names as (update audit set name = null where participant_id = $1 and name is not null),
  ended as (delete from silences where $1 in (participant_id, silenced_id) returning participant_id),
  silencing as (
    update participants set version = version + 1 from ended where id = ended.participant_id and id <> $1)
  update participants set name = $2, password_hash = '', locale = 'ro', version = version + 1,
    notifications = '{"privacy": "what", "quiet": null}', has_temporary_password = false,
    disabled_at = coalesce(disabled_at, now())
  where id = $1`;

const eraseWords = `
  with people as (delete from search_people where participant_id = $1)
  delete from search_offers
  where offer_id in (select id from offers where customer_id = $1) or room_id in (select id from rooms where customer_id = $1)`;

/**
 * Replaces the person's name everywhere and deletes the rest of the account except the username. `finish` removes that last, so that an interrupted
 * erasure can be restarted with it.
 */
export async function eraseNames(client: StatementPool, personId: number, name: string): Promise<void> {
  await client.query(lockPeople, [personId]);
  await client.query(eraseAccount, [personId, name]);
  await client.query("select pg_notify($1, $2)", [sessionEndedTopic, String(personId)]);
  // Waits for indexers that have read the old name.
  await client.query("select pg_advisory_xact_lock_shared(hashtext('search_index'))");
  await client.query(eraseWords, [personId]);
}
