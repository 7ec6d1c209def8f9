import { likesNamedMax } from "@cuplaj/protocol/limits.ts";
import { wireTime } from "../storage/named-statement.ts";

const person = (row: string): string => `json_build_object('id', ${row}.id, 'name', ${row}.name, 'type', ${row}.kind)`;

interface MessageColumns {
  readonly id: string;
  readonly roomId: string;
  readonly seq: string;
  readonly updatedSeq: string;
  readonly authorType: string;
}

export const messageColumns = (message: string, author: string): MessageColumns => ({
  id: `${message}.id`,
  roomId: `${message}.room_id`,
  seq: `${message}.seq`,
  updatedSeq: `${message}.updated_seq`,
  authorType: `${author}.kind`,
});

export const actionColumn = ({ id, seq, authorType }: MessageColumns): string =>
  `json_build_object('id', a.id, 'action_id', a.action_id, 'deleted', a.is_deleted, 'message_id', ${id}, 'message_seq', ${seq},
     'author_type', ${authorType}, 'person', ${person("giver")}, 'seq', a.seq, 'created_at', ${wireTime("a.created_at")})`;

/** ACT-2: SQL for the take-over, the reader's own like and the newest likes, newest first. Skipped for messages that never had any. */
export const namedActions = (message: MessageColumns, reader: string): string => {
  const given = `select * from actions where room_id = ${message.roomId} and message_seq = ${message.seq} and not is_deleted`;
  return `case when ${message.updatedSeq} is not null then (
    select json_agg(${actionColumn(message)} order by a.action_id, a.seq desc)
    from (${given} and action_id = 1 union ${given} and action_id = 2 and participant_id = ${reader} union
      (${given} and action_id = 2 order by seq desc limit ${likesNamedMax})) a
    join participants giver on giver.id = a.participant_id
  ) end`;
};

/** SQL for the actions of a message: their total, and $4 of them after skipping the newest $3. */
export const actionsOfMessage = `select (
    select count(*) from actions where room_id = m.room_id and message_seq = m.seq and not is_deleted) as total,
    coalesce((select json_agg(${actionColumn(messageColumns("m", "author"))} order by a.seq desc)
      from (select * from actions where room_id = m.room_id and message_seq = m.seq and not is_deleted
        order by seq desc offset $3 limit $4) a
      join participants giver on giver.id = a.participant_id), '[]') as actions
  from messages m join participants author on author.id = m.author_id where m.room_id = $1 and m.id = $2`;

/** ACT-2: SQL for a room's take-over, null if the room is free. `more` may use its row `a` and the `hander`. */
const takeOverOf = (room: string, more: string): string => `(
    select json_build_object('action', ${actionColumn(messageColumns("held", "author"))}, ${more})
    from actions a join messages held on held.room_id = a.room_id and held.seq = a.message_seq
      join participants author on author.id = held.author_id join participants giver on giver.id = a.participant_id
      left join participants hander on hander.id = a.handed_by
    where a.room_id = ${room} and a.action_id = 1 and not a.is_deleted)`;

/** SQL for the take-over of room $1, as a `HeldRoom`. */
export const heldRoom = takeOverOf("$1", "'handedBy', a.handed_by, 'note', a.note");

/** SQL for the take-over of room `r`, with the person who handed it over if the reader holds it. Skips free rooms. */
export const heldBy = (reader: string): string =>
  `case when r.holder_id is not null then ${takeOverOf(
    "r.id",
    `'handedOver', case when a.participant_id = ${reader} and a.handed_by is not null then
     json_build_object('by', ${person("hander")}, 'note', coalesce(a.note, ''), 'at', ${wireTime("a.created_at")}) end`,
  )} end`;
