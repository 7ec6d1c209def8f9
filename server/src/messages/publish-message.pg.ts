import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { StoredMessage } from "./rules.ts";
import type { NewMessage, Publication } from "./store.ts";

interface PublishRow {
  is_member: boolean;
  /** Of the first message with the same `client_id`, which may lie in another room. */
  first_id: number | null;
  first_room_id: number;
  first_seq: number;
  first_body: string;
  first_timestamp: string;
  id: number | null;
  offer_id: number;
  last_seq: number;
  members_seq: number;
  known_members_seq: number;
  member_ids: number[] | null;
}

/**
 * MSG-2, MSG-5 in one statement, which is one transaction: the author's membership is locked, so that leaving and sending do
 * not cross; the room's row lock hands out the next `seq` in commit order; a repeated `client_id` changes nothing.
 * `members_seq` tells whether somebody joined while the statement waited, whom its list of members does not name.
 */
const publish = namedStatement<PublishRow>(
  "messages-publish",
  `with member as materialized (
     select 1 from memberships where room_id = $1 and participant_id = $2 for update
   ), first as materialized (
     select id, room_id, seq, body, created_at from messages where author_id = $2 and client_id = $4
   ), head as (
     update rooms set last_seq = last_seq + 1, messages_total = messages_total + 1, updated_at = greatest(updated_at, $5)
     where id = $1 and exists (select 1 from member) and not exists (select 1 from first)
     returning id, offer_id, last_seq, messages_total, members_seq
   ), message as (
     insert into messages (room_id, seq, ordinal, author_id, body, client_id, created_at)
     select id, last_seq, messages_total, $2, $3, $4, $5 from head returning id
   ), event as (
     insert into room_events (room_id, seq, kind, participant_id, message_id, created_at)
     select head.id, head.last_seq, 'message', $2, message.id, $5 from head, message
   ), marker as (
     update memberships m set read_seq = head.last_seq, read_ordinal = head.messages_total
     from head where m.room_id = $1 and m.participant_id = $2
   )
   select exists (select 1 from member) as is_member,
     first.id as first_id, first.room_id as first_room_id, first.seq as first_seq, first.body as first_body,
     to_char(first.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first_timestamp,
     message.id, head.offer_id, head.last_seq, head.members_seq,
     (select members_seq from rooms where id = $1) as known_members_seq,
     (select array_agg(participant_id) from memberships where room_id = $1) as member_ids
   from (select 1) once left join first on true left join (head cross join message) on true`,
);

const selectMembers = namedStatement<{ participant_id: number }>(
  "messages-members",
  "select participant_id from memberships where room_id = $1",
);

/** Two sends of one `client_id` at the same moment: the loser finds the winner's message on its second try. */
const isLostRace = (error: unknown): boolean =>
  error instanceof Error && "constraint" in error && error.constraint === "messages_author_id_client_id";

/** Publishes one message; see `MessageStore.publish`. */
export async function publishMessage(pool: StatementPool, message: NewMessage): Promise<Publication> {
  const { roomId, author, text, clientId, timestamp } = message;
  const values = [roomId, author.id, text, clientId, timestamp];
  const [row] = await publish(pool, values).catch((error: unknown) => {
    if (isLostRace(error)) return publish(pool, values);
    throw error;
  });
  if (!row?.is_member) return { kind: "not-member" };
  if (row.first_id !== null) return { kind: "repeated", message: firstMessage(row, row.first_id, message) };
  if (row.id === null) return { kind: "not-member" };
  return {
    kind: "stored",
    message: { id: row.id, roomId, seq: row.last_seq, clientId, text, timestamp, author },
    room: {
      head: { id: roomId, offerId: row.offer_id, lastSeq: row.last_seq },
      memberIds: await memberIdsOf(pool, roomId, row),
    },
  };
}

function firstMessage(row: PublishRow, id: number, { author, clientId }: NewMessage): StoredMessage {
  return {
    id,
    roomId: row.first_room_id,
    seq: row.first_seq,
    clientId,
    text: row.first_body,
    timestamp: row.first_timestamp,
    author,
  };
}

async function memberIdsOf(pool: StatementPool, roomId: number, row: PublishRow): Promise<readonly number[]> {
  if (row.members_seq === row.known_members_seq) return row.member_ids ?? [];
  return (await selectMembers(pool, [roomId])).map((member) => member.participant_id);
}
