import { removeFiles } from "../files/storage/remove-files.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";

interface WordsRemoved {
  readonly seq: number;
  readonly membersSeq: number;
}

/** ROOM-3d: time of the oldest customer message after staff's newest one, disregarding messages already deleted or deleted here. */
const waitingSince = `(
     select created_at from messages where room_id = $1 and deleted_at is null and id <> all($2::bigint[]) and ordinal > coalesce((
       select m.ordinal from messages m join participants p on p.id = m.author_id
       where m.room_id = $1 and m.deleted_at is null and m.id <> all($2::bigint[]) and p.kind <> 'customer' order by m.ordinal desc limit 1
     ), 0) order by ordinal limit 1)`;

// Logs one `delete` per message by its author, in order. Updates the room's row only once: a second update would lock its offer through the foreign
// key, while writers of offers lock the offer before the room.
const empty = namedStatement<WordsRemoved & { readonly fileIds: readonly string[] }>(
  "edits-remove-words",
  `with old as materialized (
     select id, seq, ordinal, author_id, file_id, row_number() over (order by seq) as nth from messages
     where id = any($2::bigint[]) and deleted_at is null
   ), room as (
     update rooms set last_seq = last_seq + total, deleted_ordinal = greatest(deleted_ordinal, newest),
       waiting_since = ${waitingSince}, active_minute = greatest(active_minute, room_minute(now()))
     from (select count(*) as total, max(ordinal) as newest from old) changed
     where id = $1 and total > 0 returning last_seq, last_seq - total as before_seq, members_seq
   ), emptied as (
     update messages m set body = '', file_id = null, edited_at = null, deleted_at = $3, updated_seq = before_seq + nth
     from old, room where m.id = old.id
   ), asked as (
     update requests set text = '', items = '[]', vin = '', plate = ''
     where id = (select request_id from rooms where id = $1) and message_seq = any(select seq from old)
   ), forgotten as (
     delete from message_edits e using old where e.room_id = $1 and e.message_seq = old.seq
   ), event as (
     insert into room_events (room_id, seq, kind, participant_id, message_seq, created_at)
     select $1, before_seq + nth, 'delete', author_id, seq, $3 from old, room
   )
   select last_seq as seq, members_seq as "membersSeq", array(select file_id from old where file_id is not null) as "fileIds" from room`,
);

/**
 * KEEP-5: deletes texts, earlier texts and files of messages in a room that the transaction has locked. Their `seq`s, authors, `client_id`s,
 * replies and actions remain. Returns undefined if all messages were already deleted.
 */
export async function removeWords(
  client: StatementPool,
  {
    roomId,
    messageIds,
    now,
  }: { readonly roomId: number; readonly messageIds: readonly number[]; readonly now: string },
): Promise<WordsRemoved | undefined> {
  const [removed] = await empty(client, [roomId, messageIds, now]);
  if (removed === undefined) return undefined;
  await removeFiles(client, removed.fileIds);
  return removed;
}
