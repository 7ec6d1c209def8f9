import { syncBytesMax } from "@cuplaj/protocol/limits.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { type StoredMessage, toMessage } from "../messages/rules.ts";
import { kindsThat, type KnownKinds, type LogEntry, readEntry, type StoredEntry } from "../rooms/log-rules.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { EventLog } from "./catch-up.ts";

/** The person is the author of what is a message itself; `author...` are of a message that an entry names. */
type EventRow = Omit<StoredEntry, "person" | "message"> &
  Pick<StoredMessage, "clientId" | "text" | "timestamp" | "updatedSeq"> & {
    readonly personId: number | null;
    readonly personName: string;
    readonly personType: ParticipantKind;
    readonly messageId: number | null;
    readonly messageSeq: number;
    readonly authorId: number | null;
    readonly authorName: string;
    readonly authorType: ParticipantKind;
  };

/** What lies in a range of one of the two tables of a log, by its key; both are numbered by the room's `seq`. */
const within = "where room_id = wanted.room_id and seq > wanted.after and seq <= wanted.upto";
const asMany = "order by seq limit wanted.upto - wanted.after";

// MSG-6: one statement for all rooms; each wanted range is one of either table's key, merged in the order of `seq`. A row knows
// how long its text is without reading it, so the texts that do not fit are not read. $4 are the kinds whose event carries the message that they name.
const selectEvents = namedStatement<EventRow>(
  "sync-events",
  `select e.room_id as "roomId", e.seq, e.kind, e.read_seq as "readSeq", e.members_total as "membersTotal", e.payload,
     p.id as "personId", p.name as "personName", p.kind as "personType", e.message_id as "messageId",
     e.message_seq as "messageSeq", e.updated_seq as "updatedSeq", e.client_id as "clientId", e.body as text,
     ${wireTime("e.created_at")} as timestamp,
     author.id as "authorId", author.name as "authorName", author.kind as "authorType"
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
  const naming = kindsThat(({ tellsMessage }) => tellsMessage === true, kinds);
  return {
    async listEvents(ranges) {
      const wanted = ranges.filter(({ after, upto }) => upto > after);
      if (wanted.length === 0) return [];
      const rows = await selectEvents(pool, [
        wanted.map(({ room }) => room.id),
        wanted.map(({ after }) => after),
        wanted.map(({ upto }) => upto),
        naming,
      ]);
      return rows.map((row) => toEntry(row, kinds));
    },
  };
}

function toEntry(row: EventRow, kinds?: KnownKinds): LogEntry {
  const { roomId, messageId: id, messageSeq: seq, clientId, text, timestamp, updatedSeq } = row;
  const person = personOf(row.personId, row.personName, row.personType);
  const author = personOf(row.authorId, row.authorName, row.authorType) ?? person;
  const message =
    id === null || author === null
      ? null
      : toMessage({ id, roomId, seq, clientId, text, timestamp, updatedSeq, author }, "everyone");
  return readEntry({ ...row, person, message }, kinds);
}

const personOf = (id: number | null, name: string, type: ParticipantKind): Member | null =>
  id === null ? null : { id, name, type };
