import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { RetentionStore } from "./expire-messages.ts";
import { removeWords } from "./remove-words.ts";

const lookedAtMax = 200;

// Ids ascend with time, so this reads nothing beyond the first recent message.
const listStatement = namedStatement<{ id: number; roomId: number; isDeleted: boolean }>(
  "edits-older",
  `select id, room_id as "roomId", deleted_at is not null as "isDeleted" from (
     select id, room_id, deleted_at, bool_and(created_at < $2) over (order by id) as is_old
     from (select * from messages where id > $1 order by id limit ${lookedAtMax}) next
   ) looked where is_old order by id`,
);
const lockRoom = namedStatement("edits-lock-room", "select from rooms where id = $1 for no key update");

export const createRetentionStore = (pool: StatementPool): RetentionStore => ({
  listOlder: (afterId, before) => listStatement(pool, [afterId, before]),
  expire: ({ roomId, id }, now) =>
    inTransaction(pool, async (client) => {
      await lockRoom(client, [roomId]);
      await removeWords(client, { roomId, messageIds: [id], now });
    }),
});
