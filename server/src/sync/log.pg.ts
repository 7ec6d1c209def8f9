import { linesCountedMax, linesPerPageMax, syncBytesMax } from "@cuplaj/protocol/limits.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { fileColumn, quoteColumn } from "../messages/message-columns.ts";
import { type StoredMessage, toMessage } from "../messages/rules.ts";
import type { LineStore } from "../messages/store.ts";
import { kindsThat, type KnownKinds, type LogEntry, readEntry, type StoredEntry } from "../rooms/log-rules.ts";
import { namedActions } from "../rooms/action-columns.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { EventLog } from "./catch-up.ts";
import { spreadLines } from "./spread-lines.pg.ts";

/** The person is the entry's own, or the author if it is a message; `author...` and `sentAt` belong to the message that it refers to. */
type LogRow = Omit<StoredEntry, "person" | "message"> &
  Pick<
    StoredMessage,
    "clientId" | "text" | "updatedSeq" | "actions" | "likesTotal" | "file" | "editedAt" | "deletedAt" | "quote"
  > & {
    readonly sentAt: string;
    readonly personId: number | null;
    readonly personName: string;
    readonly personType: ParticipantKind;
    readonly messageId: number | null;
    readonly messageSeq: number;
    readonly authorId: number | null;
    readonly authorName: string;
    readonly authorType: ParticipantKind;
  };

const namedMessageColumns = {
  id: "e.message_id",
  roomId: "e.room_id",
  seq: "e.message_seq",
  updatedSeq: "e.updated_seq",
  authorType: "coalesce(author.kind, p.kind)",
};

/** SQL for a person in the payload, by key; skips the lookup if the payload is null. */
const memberBy = (key: string): string => `case when e.payload is not null then (
    select json_build_object('id', id, 'name', name, 'type', kind) from participants where id = (e.payload->>'${key}')::bigint
  ) end`;

/** SQL for the columns of `e`: an entry of `room_events`, with the message that it is or refers to. */
const logColumns = (reader: string): string => `e.room_id as "roomId", e.seq, e.kind, e.read_seq as "readSeq",
  e.members_total as "membersTotal", e.payload, ${wireTime("e.entered_at")} as timestamp, ${memberBy("person_id")} as whose,
  ${memberBy("from_id")} as "from",
  p.id as "personId", p.name as "personName", p.kind as "personType", e.message_id as "messageId",
  e.message_seq as "messageSeq", e.updated_seq as "updatedSeq", e.client_id as "clientId", e.body as text,
  ${wireTime("e.created_at")} as "sentAt", author.id as "authorId", author.name as "authorName", author.kind as "authorType",
  e.likes_total as "likesTotal", ${namedActions(namedMessageColumns, reader)} as actions, ${fileColumn("e")} as file,
  ${wireTime("e.edited_at")} as "editedAt", ${wireTime("e.deleted_at")} as "deletedAt", ${quoteColumn("e")} as quote`;

const logPeople = `left join participants p on p.id = e.person_id left join participants author on author.id = e.author_id`;

const namedColumns = `named.id as message_id, named.seq as message_seq, named.updated_seq, named.author_id, named.client_id,
  named.body, named.created_at, named.likes_total, named.file_id,
  named.edited_at, named.deleted_at, named.reply_to_seq`;

const namedMessage = (entry: string, kinds: string): string =>
  `left join lateral (
    select * from messages where room_id = ${entry}.room_id
      and seq = case when ${entry}.kind = any(${kinds}::text[]) then ${entry}.message_seq end
  ) named on true`;

/** SQL for a range of `messages` or `room_events`, which share the numbering by `seq`. */
const within = "where room_id = wanted.room_id and seq > wanted.after and seq <= wanted.upto";
const asMany = "order by seq limit wanted.upto - wanted.after";

// MSG-6: one statement for all rooms, which merges key ranges of both tables by `seq`. Sums the lengths of texts without reading them, so that those
// that do not fit stay unread. $4 are the kinds that carry the message they name.
const selectEvents = namedStatement<LogRow>(
  "sync-events",
  `select ${logColumns("$5")}
   from (
     select e.*, sum(octet_length(e.body)) over (
       order by e.room_id, e.seq rows between unbounded preceding and 1 preceding) as bytes_before
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) wanted (room_id, after, upto)
     cross join lateral (
       (select room_id, seq, 'message' as kind, author_id as person_id, null::bigint as read_seq, null::bigint as members_total,
          null::jsonb as payload, id as message_id, seq as message_seq, updated_seq, null::bigint as author_id,
          client_id, body, created_at, likes_total, file_id, edited_at, deleted_at, reply_to_seq, created_at as entered_at
        from messages ${within} ${asMany})
       union all
       (select other.room_id, other.seq, kind, participant_id, read_seq, members_total, payload, ${namedColumns}, other.created_at as entered_at
        from (select * from room_events ${within} ${asMany}) other ${namedMessage("other", "$4")})
       ${asMany}
     ) e
   ) e
   ${logPeople}
   where coalesce(e.bytes_before, 0) < ${syncBytesMax}
   order by e.room_id, e.seq`,
);

/** `kinds` defaults to those that this server knows. */
export function createEventLog(pool: StatementPool, kinds?: KnownKinds): EventLog {
  const naming = kindsThat(({ carriesMessage }) => carriesMessage === true, kinds);
  return {
    async listEvents(ranges, readerId) {
      const wanted = ranges.filter(({ after, upto }) => upto > after);
      if (wanted.length === 0) return [];
      const rows = await selectEvents(pool, [
        wanted.map(({ room }) => room.id),
        wanted.map(({ after }) => after),
        wanted.map(({ upto }) => upto),
        naming,
        readerId,
      ]);
      return rows.map((row) => toEntry(row, kinds));
    },
  };
}

type LineRow = LogRow & {
  readonly total: number;
};

// MSG-9: finds the newest lines of a page with the messages from $2 to $3, of a log ending at $4. $5 are the kinds of lines, $6 those that carry a
// message. Each kind scans its partial index, up to the limit.
const selectLines = namedStatement<LineRow>(
  "messages-lines",
  `select ${logColumns("$7")}, e.total
   from (
     select line.room_id, line.seq, line.kind, line.payload, line.read_seq, line.members_total, line.total,
       line.participant_id as person_id, line.created_at as entered_at, ${namedColumns}
   from (
     select found.*, count(*) over () as total
     from (
       select coalesce((select seq from messages where room_id = $1 and seq < $2 order by seq desc limit 1), 0) as after,
         case when exists (select from messages where room_id = $1 and seq > $3 and seq <= $4) then $3::bigint else $4 end as upto
     ) page, unnest($5::text[]) as known (kind) cross join lateral (
       select room_id, seq, kind, payload, read_seq, members_total, participant_id, message_seq, created_at from room_events
       where room_id = $1 and kind = known.kind and kind <> 'read' and seq > page.after and seq <= page.upto
       order by seq desc limit ${linesCountedMax}
     ) found
     order by seq desc limit ${linesPerPageMax}
   ) line ${namedMessage("line", "$6")}
   ) e
   ${logPeople}
   order by e.seq desc`,
);

export function createLineStore(pool: StatementPool, kinds?: KnownKinds): LineStore {
  const lineKinds = kindsThat(({ isLine }) => isLine === true, kinds);
  const carrying = kindsThat(({ carriesMessage }) => carriesMessage === true, kinds);
  return {
    async listLines(roomId, page, readerId) {
      const { firstSeq, lastSeq, headSeq } = page;
      const rows = await selectLines(pool, [roomId, firstSeq, lastSeq, headSeq, lineKinds, carrying, readerId]);
      if ((rows[0]?.total ?? 0) <= rows.length) {
        return { lines: rows.map((row) => toEntry(row, kinds)).toReversed(), leftOut: 0, between: [] };
      }
      const { named, leftOut, between } = await spreadLines(pool, roomId, page, lineKinds);
      const before = named.map((seq) => seq - 1);
      const spread = await selectEvents(pool, [named.map(() => roomId), before, named, carrying, readerId]);
      return { lines: spread.map((row) => toEntry(row, kinds)), leftOut, between };
    },
  };
}

function toEntry(row: LogRow, kinds?: KnownKinds): LogEntry {
  const { messageId: id, messageSeq: seq, sentAt: timestamp } = row;
  const person = personOf(row.personId, row.personName, row.personType);
  const author = personOf(row.authorId, row.authorName, row.authorType) ?? person;
  const message = id === null || author === null ? null : toMessage({ ...row, id, seq, timestamp, author }, "everyone");
  return readEntry({ ...row, person, message }, kinds);
}

const personOf = (id: number | null, name: string, type: ParticipantKind): Member | null =>
  id === null ? null : { id, name, type };
