import { isOutdated, memberRoom, readLocked } from "../rooms/locked-room.ts";
import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import { removeWords } from "./remove-words.ts";
import { decideDeletion, decideEdit, type LockedMessage } from "./rules.ts";
import type { ChangedMessage, ChangeRefusal, EarlierText, EditStore, OwnMessageChange } from "./store.ts";

const lockMessage = namedStatement<{ isOutdated: boolean; message: LockedMessage | null }>(
  "edits-lock",
  `${memberRoom}
   select ${isOutdated}, case when m.id is not null then json_build_object('seq', m.seq, 'authorId', m.author_id, 'text', m.body,
     'hasFile', m.file_id is not null, 'isDeleted', m.deleted_at is not null, 'isRequest', m.seq is not distinct from (
       select message_seq from requests where id = (select request_id from rooms where id = $1))) end as message
   from room left join messages m on m.room_id = $1 and m.id = $3`,
);
const logEdit = namedStatement<Logged>(
  "edits-log",
  `select entry_seq as seq, room_members_seq as "membersSeq" from log_event($1, 'edit', $2, $3, $4)`,
);
const changeText = namedStatement(
  "edits-edit",
  `with earlier as (
     insert into message_edits (room_id, message_seq, seq, body, replaced_at) values ($1, $2, $3, $4, $5)
   )
   update messages set body = $6, edited_at = $5 where room_id = $1 and seq = $2`,
);

const selectEdits = namedStatement<{ total: number; edits: readonly EarlierText[] }>(
  "edits-list",
  `select (select count(*) from message_edits where room_id = m.room_id and message_seq = m.seq) as total,
     coalesce((select json_agg(json_build_object('message', e.body, 'replaced_at', ${wireTime("e.replaced_at")}) order by e.seq desc)
       from (select * from message_edits where room_id = m.room_id and message_seq = m.seq
         order by seq desc offset $3 limit $4) e), '[]') as edits
   from messages m where m.room_id = $1 and m.id = $2`,
);

type Logged = NonNullable<ChangedMessage["entry"]>;

export function createEditStore(pool: StatementPool): EditStore {
  return {
    edit: (change) =>
      changeOwn(
        pool,
        change,
        (message) => decideEdit(message, change),
        (client, message) => edit(client, change, message),
      ),
    remove: (change) =>
      changeOwn(
        pool,
        change,
        (message) => decideDeletion(message, change),
        (client) => removeWords(client, { ...change, messageIds: [change.messageId] }),
      ),
    async listEdits(roomId, messageId, { skip, take }) {
      const [page] = await selectEdits(pool, [roomId, messageId, skip, take]);
      return page ?? null;
    },
  };
}

async function edit(
  client: StatementPool,
  { roomId, participantId, now, text }: OwnMessageChange & { readonly text: string },
  message: LockedMessage,
): Promise<Logged | undefined> {
  const [logged] = await logEdit(client, [roomId, participantId, now, message.seq]);
  await changeText(client, [roomId, message.seq, logged?.seq, message.text, now, text]);
  return logged;
}

const changeOwn = <Refusal extends string>(
  pool: StatementPool,
  { roomId, messageId, participantId }: OwnMessageChange,
  decide: (message: LockedMessage) => Refusal | "same" | "changed",
  write: (client: StatementPool, message: LockedMessage) => Promise<Logged | undefined>,
): Promise<ChangedMessage | ChangeRefusal<Refusal>> =>
  inTransaction(pool, async (client) => {
    const locked = await readLocked(() => lockMessage(client, [roomId, participantId, messageId]));
    if (locked === null) return { outcome: "not-member" };
    if (locked.message === null) return { outcome: "no-message" };
    const outcome = decide(locked.message);
    if (outcome !== "same" && outcome !== "changed") return { outcome };
    return { outcome: "done", entry: outcome === "same" ? null : ((await write(client, locked.message)) ?? null) };
  });
