import { sessionEndedTopic } from "../sign-in/store.ts";
import type { StatementPool } from "../storage/named-statement.ts";

/** Messages or likes that one transaction takes back. */
const takenMax = 50;

/** SIL-1: with those who silence them or whom they silence, in order of id. */
const lockPeople = `
  select from participants where id = $1 or id in (
    select unnest(array[participant_id, silenced_id]) from silences where $1 in (participant_id, silenced_id))
  order by id for no key update`;

const eraseAccount = `
  with signed_in as (delete from tokens where participant_id = $1),
  invited as (delete from invitations where participant_id = $1),
  roles as (delete from participant_roles where participant_id = $1),
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
  with people as (delete from search_people where participant_id = $1),
  found as (delete from search_offers using offers o where offer_id = o.id and o.customer_id = $1)
  update search_rooms set words = null, customer_name = null
  from rooms r join offers o on o.id = r.offer_id
  where search_rooms.room_id = r.id and o.customer_id = $1`;

/**
 * The person's name everywhere, and the rest of the account. The user name goes last, by another call: an interrupted erasure starts again
 * by it.
 */
export async function eraseNames(client: StatementPool, personId: number, name: string): Promise<void> {
  await client.query(lockPeople, [personId]);
  await client.query(eraseAccount, [personId, name]);
  await client.query("select pg_notify($1, $2)", [sessionEndedTopic, String(personId)]);
  // Nobody makes words of the name that was read before this.
  await client.query("select pg_advisory_xact_lock_shared(hashtext('search_index'))");
  await client.query(eraseWords, [personId]);
}

const lockRoom = "select from rooms where id = $1 for no key update";

const emptyTexts = `
  with own as (
    select id, seq, ordinal, file_id from messages where room_id = $1 and author_id = $2 and deleted_at is null
    order by seq limit ${takenMax}
  ), replaced as (
    delete from message_edits e using own where e.room_id = $1 and e.message_seq = own.seq
  ), emptied as (
    update messages m set body = '', file_id = null, edited_at = null, deleted_at = now() from own where m.id = own.id
  ) select seq, ordinal, file_id as "fileId" from own order by seq`;

const logDeleted = "select log_event($1, 'delete', $2, now(), seq) from unnest($3::bigint[]) as seq";

/** Empties the person's next messages in a room; false where none is left. */
export async function eraseTexts(client: StatementPool, personId: number, roomId: number): Promise<boolean> {
  await client.query(lockRoom, [roomId]);
  const { rows } = await client.query<OwnMessage>(emptyTexts, [roomId, personId]);
  const newest = rows.at(-1);
  if (newest === undefined) return false;
  await client.query("select remove_file(id) from unnest($1::uuid[]) as id", [rows.map(({ fileId }) => fileId)]);
  await client.query(logDeleted, [roomId, personId, rows.map(({ seq }) => seq)]);
  await client.query(
    "update rooms set deleted_ordinal = greatest(deleted_ordinal, $2), waiting_since = waiting_since_of(id) where id = $1",
    [roomId, newest.ordinal],
  );
  return true;
}

interface OwnMessage {
  readonly seq: number;
  readonly ordinal: number;
  readonly fileId: string | null;
}

const takeLikes = `
  with liked as (
    select a.id, message_seq, last_seq + row_number() over (order by a.id) as next_seq
    from actions a join rooms r on r.id = a.room_id
    where room_id = $1 and participant_id = $2 and action_id = 2 and not is_deleted limit ${takenMax}
  ), taken as (
    update actions a set seq = next_seq, is_deleted = true, created_at = now() from liked where a.id = liked.id
  ), counted as (
    update messages m set likes_total = likes_total - 1 from liked where m.room_id = $1 and m.seq = message_seq
  ) select id from liked order by next_seq`;

const logTaken = `
  select log_event($1, 'action', $2, now(), m.seq, jsonb_build_object('person_id', $2::bigint, 'action', jsonb_build_object(
    'id', a.id, 'action_id', a.action_id, 'deleted', true, 'message_id', m.id, 'message_seq', m.seq, 'author_type', author.kind)))
  from actions a join messages m on m.room_id = a.room_id and m.seq = a.message_seq
    join participants author on author.id = m.author_id
  where a.id = any($3) order by a.seq`;

/** Takes back the person's next likes in a locked room; false where none is left. */
export async function eraseLikes(client: StatementPool, personId: number, roomId: number): Promise<boolean> {
  const { rows } = await client.query<{ id: number }>(takeLikes, [roomId, personId]);
  await client.query(logTaken, [roomId, personId, rows.map(({ id }) => id)]);
  return rows.length > 0;
}

const removeUnsent = `
  select remove_file(id) from files where uploader_id = $1 and not exists (select from messages where file_id = files.id)`;
const dropUploads = `
  with named as (
    insert into object_removals (storage_id, name)
    select u.storage_id, p.id::text from uploads u join upload_parts p on p.upload_id = u.id where u.uploader_id = $1
    on conflict do nothing
  ) delete from uploads where uploader_id = $1`;

/** Files without a message and unfinished uploads; the sweep removes their objects. */
export async function eraseUploads(client: StatementPool, personId: number): Promise<void> {
  await client.query(removeUnsent, [personId]);
  await client.query(dropUploads, [personId]);
}
