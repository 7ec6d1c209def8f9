import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { ChangedMessage, ChangeRefusal, EarlierText, EditStore } from "./store.ts";

/** What the functions of `edits.sql` return. */
interface ChangeRow {
  readonly outcome: string;
  readonly seq: number | null;
  readonly membersSeq: number;
}

const answer = `select outcome, entry_seq as seq, room_members_seq as "membersSeq"`;

const editStatement = namedStatement<ChangeRow>("edits-edit", `${answer} from edit_message($1, $2, $3, $4, $5)`);
const deleteStatement = namedStatement<ChangeRow>("edits-delete", `${answer} from delete_message($1, $2, $3, $4)`);

const selectEdits = namedStatement<{ total: number; edits: readonly EarlierText[] }>(
  "edits-list",
  `select (select count(*) from message_edits where room_id = m.room_id and message_seq = m.seq) as total,
     coalesce((select json_agg(json_build_object('message', e.body, 'replaced_at', ${wireTime("e.replaced_at")}) order by e.seq desc)
       from (select * from message_edits where room_id = m.room_id and message_seq = m.seq
         order by seq desc offset $3 limit $4) e), '[]') as edits
   from messages m where m.room_id = $1 and m.id = $2`,
);

export function createEditStore(pool: StatementPool): EditStore {
  return {
    async edit({ roomId, messageId, participantId, text, now }) {
      return toChanged(await editStatement(pool, [roomId, messageId, participantId, text, now]));
    },
    async remove({ roomId, messageId, participantId, now }) {
      return toChanged(await deleteStatement(pool, [roomId, messageId, participantId, now]));
    },
    async listEdits(roomId, messageId, { skip, take }) {
      const [page] = await selectEdits(pool, [roomId, messageId, skip, take]);
      return page ?? null;
    },
  };
}

function toChanged<Reason extends string>([row]: readonly ChangeRow[]): ChangedMessage | ChangeRefusal<Reason> {
  if (row === undefined) throw new Error("a change without an answer");
  const { outcome, seq, membersSeq } = row;
  // The functions answer no other outcomes.
  if (outcome !== "done") return { outcome } as ChangeRefusal<Reason>;
  return { outcome, entry: seq === null ? null : { seq, membersSeq } };
}
