import { syncBytesMax } from "@cuplaj/protocol/limits.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { type StoredMessage, toMessage } from "../messages/rules.ts";
import { kindsThat, type KnownKinds, readEntry } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { LoggedEvent } from "./rules.ts";
import type { EventLog } from "./store.ts";

interface EventRow {
  room_id: number;
  seq: number;
  /** A newer server, which runs beside this one, may have written others, and such that are nobody's doing. */
  kind: string;
  read_seq: number | null;
  members_total: number | null;
  payload: object | null;
  person_id: number | null;
  person_name: string;
  person_kind: ParticipantKind;
  /** The message that it is, or that is told with it. */
  message_id: number | null;
  message_seq: number;
  updated_seq: number | null;
  client_id: string | null;
  body: string;
  timestamp: string;
  /** Of a message that is told with another entry; of one that is its own, the person is its author. */
  author_id: number | null;
  author_name: string;
  author_kind: ParticipantKind;
}

/** What lies in a stretch of one of the two tables of a log, by its key; both are numbered by the room's `seq`. */
const within = "where room_id = wanted.room_id and seq > wanted.after and seq <= wanted.upto";
const asMany = "order by seq limit wanted.upto - wanted.after";

// MSG-6: one statement for all rooms; each stretch is a range of either table's key, merged in the order of `seq`. A row knows
// how long its text is without reading it, so the texts that do not fit are not read. $4 are the kinds that tell their message.
const selectEvents = namedStatement<EventRow>(
  "sync-events",
  `select e.room_id, e.seq, e.kind, e.read_seq, e.members_total, e.payload,
     p.id as person_id, p.name as person_name, p.kind as person_kind,
     e.message_id, e.message_seq, e.updated_seq, e.client_id, e.body, ${wireTime("e.created_at")} as timestamp,
     author.id as author_id, author.name as author_name, author.kind as author_kind
   from (
     select e.*, sum(octet_length(e.body)) over (
       order by e.room_id, e.seq rows between unbounded preceding and 1 preceding) as bytes_before
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) wanted (room_id, after, upto)
     cross join lateral (
       (select room_id, seq, 'message' as kind, author_id as person_id, null::bigint as read_seq, null::bigint as members_total,
          null::jsonb as payload, id as message_id, seq as message_seq, updated_seq, null::bigint as author_id,
          client_id, body, created_at
        from messages ${within} ${asMany})
       union all
       (select other.room_id, other.seq, kind, participant_id, read_seq, members_total,
          payload, named.id, named.seq, named.updated_seq, named.author_id, named.client_id, named.body, named.created_at
        from (select * from room_events ${within} ${asMany}) other
        left join lateral (
          select * from messages where room_id = other.room_id and seq = other.message_seq and other.kind = any($4::text[])
        ) named on true)
       ${asMany}
     ) e
   ) e
   left join participants p on p.id = e.person_id
   left join participants author on author.id = e.author_id
   where coalesce(e.bytes_before, 0) < ${syncBytesMax}
   order by e.room_id, e.seq`,
);

/** The logs in PostgreSQL, of the kinds that are known. */
export function createEventLog(pool: StatementPool, kinds?: KnownKinds): EventLog {
  const telling = kindsThat(({ tellsMessage }) => tellsMessage === true, kinds);
  return {
    async listEvents(stretches) {
      const wanted = stretches.filter(({ after, upto }) => upto > after);
      if (wanted.length === 0) return [];
      const rows = await selectEvents(pool, [
        wanted.map(({ room }) => room.id),
        wanted.map(({ after }) => after),
        wanted.map(({ upto }) => upto),
        telling,
      ]);
      return rows.map((row) => toLogged(row, kinds));
    },
  };
}

function toLogged(row: EventRow, kinds?: KnownKinds): LoggedEvent {
  const { room_id: roomId, seq, kind, message_id: messageId } = row;
  const person = personOf(row.person_id, row.person_name, row.person_kind);
  const author = personOf(row.author_id, row.author_name, row.author_kind) ?? person;
  const message = messageId === null || author === null ? null : toStored(row, messageId, author);
  if (kind === "message" && message !== null) return { roomId, seq, kind, message };
  const { read_seq: readSeq, members_total: membersTotal, payload } = row;
  const named = message === null ? null : toMessage(message, "everyone");
  return readEntry({ roomId, seq, kind, person, readSeq, membersTotal, payload, message: named }, kinds);
}

const personOf = (id: number | null, name: string, type: ParticipantKind): Member | null =>
  id === null ? null : { id, name, type };

const toStored = (row: EventRow, id: number, author: Member): StoredMessage => ({
  id,
  roomId: row.room_id,
  seq: row.message_seq,
  clientId: row.client_id,
  text: row.body,
  timestamp: row.timestamp,
  updatedSeq: row.updated_seq,
  author,
});
