import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { messageColumns, namedActions } from "../rooms/action-columns.ts";
import { fileColumn, quoteColumn } from "./message-columns.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { findSent, publishMessages } from "./publish-messages.pg.ts";
import type { StoredMessage } from "./rules.ts";
import type { MessageStore } from "./store.ts";

type MessageRow = Omit<StoredMessage, "author"> & {
  readonly authorId: number;
  readonly authorName: string;
  readonly authorType: ParticipantKind;
};

/** SIL-1: only messages of silenced authors have a `silenced_ordinal`, so `silences` is not looked up for any others. */
const columns = (
  reader: string,
): string => `m.id, m.room_id as "roomId", m.seq, m.client_id as "clientId", m.body as text,
  ${wireTime("m.created_at")} as timestamp, m.updated_seq as "updatedSeq", m.likes_total as "likesTotal",
  ${namedActions(messageColumns("m", "p"), reader)} as actions, ${fileColumn("m")} as file,
  ${wireTime("m.edited_at")} as "editedAt", ${wireTime("m.deleted_at")} as "deletedAt", ${quoteColumn("m")} as quote,
  m.author_id as "authorId", p.name as "authorName", p.kind as "authorType",
  m.silenced_ordinal is not null and exists (
    select from silences where participant_id = ${reader} and silenced_id = m.author_id and is_numbered) as "isSilenced"`;

const range = (cut: string, reader: string): string =>
  `select ${columns(reader)} from (${cut}) m join participants p on p.id = m.author_id order by m.room_id, m.seq`;

const selectByOrdinal = namedStatement<MessageRow>(
  "messages-by-ordinal",
  range("select * from messages where room_id = $1 and ordinal between $2 and $3 order by ordinal", "$4"),
);
const selectAfter = namedStatement<MessageRow>(
  "messages-after",
  range("select * from messages where room_id = $1 and seq > $2 and seq <= $3 order by seq limit $4", "$5"),
);
const selectBefore = namedStatement<MessageRow>(
  "messages-before",
  range("select * from messages where room_id = $1 and seq < $2 and seq <= $3 order by seq desc limit $4", "$5"),
);
const selectEach = namedStatement<MessageRow>(
  "messages-each",
  range(
    `select m.* from unnest($1::bigint[], $2::bigint[]) wanted (room_id, ordinal)
    join messages m on m.room_id = wanted.room_id and m.ordinal = wanted.ordinal`,
    "$3",
  ),
);
/** Walks only the index of messages with files. */
const selectWithFile = namedStatement<MessageRow>(
  "messages-with-file",
  range(
    `select m.* from (
       select seq from messages where room_id = $1 and file_id is not null order by seq desc offset $2::bigint limit $3
     ) cut join messages m on m.room_id = $1 and m.seq = cut.seq`,
    "$4",
  ),
);
const selectOne = namedStatement<MessageRow>(
  "messages-one",
  range("select * from messages where room_id = $1 and id = $2", "$3"),
);
const selectSeq = namedStatement<{ seq: number }>(
  "messages-seq",
  "select seq from messages where room_id = $1 and id = $2",
);
const countWithFile = namedStatement<{ total: number }>(
  "messages-with-file-count",
  "select count(*) as total from messages where room_id = $1 and file_id is not null",
);

export function createMessageStore(pool: StatementPool): MessageStore {
  return {
    publish: (messages, timestamp) => publishMessages(pool, messages, timestamp),
    findSent: (send) => findSent(pool, send),
    async listByOrdinal(roomId, { first, last }, readerId) {
      return last < first ? [] : (await selectByOrdinal(pool, [roomId, first, last, readerId])).map(toStored);
    },
    async listBySeq(roomId, { from, seq, lastSeq }, take, readerId) {
      const select = from === "after" ? selectAfter : selectBefore;
      return (await select(pool, [roomId, seq, lastSeq, take, readerId])).map(toStored);
    },
    async listEach(wanted, readerId) {
      if (wanted.length === 0) return [];
      const values = [wanted.map(({ roomId }) => roomId), wanted.map(({ ordinal }) => ordinal)];
      return (await selectEach(pool, [...values, readerId])).map(toStored);
    },
    async find(roomId, messageId, readerId) {
      const [row] = await selectOne(pool, [roomId, messageId, readerId]);
      return row === undefined ? null : toStored(row);
    },
    async findSeq(roomId, messageId) {
      return (await selectSeq(pool, [roomId, messageId]))[0]?.seq ?? null;
    },
    async listWithFile(roomId, { skip, take }, readerId) {
      const messages = (await selectWithFile(pool, [roomId, skip, take, readerId])).map(toStored);
      const [counted] = await countWithFile(pool, [roomId]);
      return { messages, total: counted?.total ?? 0 };
    },
  };
}

const toStored = ({ authorId: id, authorName: name, authorType: type, ...message }: MessageRow): StoredMessage => ({
  ...message,
  author: { id, name, type },
});
