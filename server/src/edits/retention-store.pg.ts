import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { RetentionStore } from "./expire-messages.ts";

const lookedAtMax = 200;

// Ids grow with the time of sending, so that nothing behind the first young one is read.
const listStatement = namedStatement<{ id: number; roomId: number; isDeleted: boolean }>(
  "edits-older",
  `select id, room_id as "roomId", deleted_at is not null as "isDeleted" from (
     select id, room_id, deleted_at, bool_and(created_at < $2) over (order by id) as is_old
     from (select * from messages where id > $1 order by id limit ${lookedAtMax}) next
   ) looked where is_old order by id`,
);
const expireStatement = namedStatement("edits-expire", "select expire_message($1, $2, $3)");

export const createRetentionStore = (pool: StatementPool): RetentionStore => ({
  listOlder: (afterId, before) => listStatement(pool, [afterId, before]),
  expire: async ({ roomId, id }, now) => void (await expireStatement(pool, [roomId, id, now])),
});
