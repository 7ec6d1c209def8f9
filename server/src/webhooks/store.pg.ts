import { namedStatement, type StatementPool, wireTime } from "../storage/named-statement.ts";
import { type Backlog, isOver, waitOf } from "../storage/stored-waits.ts";
import type { Delivery, DeliveryStore } from "./store.ts";

const selectBacklog = namedStatement<Backlog>(
  "webhooks-backlog",
  `select count(*)::integer as waiting,
     greatest(0, coalesce(extract(epoch from now() - min(created_at)), 0))::float8 as "oldestSeconds"
   from webhook_deliveries`,
);

// Concurrent takers skip locked rows, or check again whether a row is still due.
const takeDue = namedStatement<Delivery>(
  "webhooks-take",
  `update webhook_deliveries d set attempts = attempts + 1, ${waitOf("$1")}
   where id = (
     select due.id from webhook_deliveries due
     where ${isOver("due")} and not exists (
       select from webhook_deliveries earlier where earlier.room_id = due.room_id and earlier.seq < due.seq
         or earlier.offer_id = due.offer_id and earlier.version < due.version)
     order by due.next_at limit 1 for update of due skip locked)
   returning id, attempts, ${wireTime("created_at")} as "createdAt",
     case when request_id is null
       then json_build_object('offerId', offer_id, 'lineId', line_id, 'version', version, 'decision', decision, 'isOnBehalf', is_on_behalf)
       else json_build_object('requestId', request_id, 'state', state) end as about,
     (select json_build_object('id', p.id, 'name', p.name, 'type', p.kind)
      from participants p where p.id = by_participant) as by`,
);

const removeDelivered = namedStatement("webhooks-remove", "delete from webhook_deliveries where id = $1");

const waitAgain = namedStatement(
  "webhooks-retry",
  `update webhook_deliveries set ${waitOf("$3")} where id = $1 and attempts = $2`,
);

const removeOld = namedStatement(
  "webhooks-remove-old",
  "delete from webhook_deliveries where created_at < now() - $1 * interval '1 millisecond'",
);

export function createDeliveryStore(pool: StatementPool): DeliveryStore {
  return {
    async backlog() {
      const [row] = await selectBacklog(pool, []);
      return row ?? { waiting: 0, oldestSeconds: 0 };
    },
    async take(takenMs) {
      const [delivery] = await takeDue(pool, [takenMs]);
      return delivery ?? null;
    },
    async remove({ id }) {
      await removeDelivered(pool, [id]);
    },
    async retry({ id, attempts }, waitMs) {
      await waitAgain(pool, [id, attempts, waitMs]);
    },
    async removeOlderThan(ageMs) {
      await removeOld(pool, [ageMs]);
    },
  };
}
