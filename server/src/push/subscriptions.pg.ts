import { pushSubscriptionsMax } from "@cuplaj/protocol/limits.ts";
import { hashOfSession } from "../sign-in/token.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import { inTransaction } from "../storage/transaction.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

/** Serializes a person's subscriptions, since their number is limited, and prevents the session from ending before the commit. */
const lockOwner = `
  select from participants p join tokens t on t.participant_id = p.id
  where p.id = $1 and t.hash = $2 for no key update of p for key share of t`;
/** PUSH-1a: moves a browser with the same keys to another person. */
const deleteOfOther = `
  delete from push_subscriptions where endpoint = $2 and participant_id <> $1 and p256dh = $3 and auth = $4`;
/** Each `subscribePush` makes the subscription the newest, so that a browser in daily use is never the oldest. */
const upsert = `
  insert into push_subscriptions (participant_id, endpoint, p256dh, auth, token_hash, origin) values ($1, $2, $3, $4, $5, $6)
  on conflict (endpoint) do update
    set token_hash = excluded.token_hash, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at
    where push_subscriptions.participant_id = $1`;
const evictOldest = `
  delete from push_subscriptions where id in (
    select id from push_subscriptions where participant_id = $1 and endpoint <> $2
    order by created_at desc, id desc offset $3::integer - 1)`;

const deleteSubscription = namedStatement<{ id: number }>(
  "push-unsubscribe",
  "delete from push_subscriptions where participant_id = $1 and endpoint = $2 returning id",
);

const updateChoices = namedStatement(
  "push-choose-notifications",
  `update participants set notifications = $2::jsonb, version = version + 1
   where id = $1 and notifications <> $2::jsonb`,
);

export function createSubscriptionStore(pool: StatementPool): SubscriptionStore {
  return {
    subscribe: ({ participantId, session, endpoint, origin, keys }) =>
      inTransaction(pool, async (client) => {
        const token = hashOfSession(session);
        if ((await client.query(lockOwner, [participantId, token])).rowCount === 0) return "ended";
        const browser = [participantId, endpoint, keys.p256dh, keys.auth];
        await client.query(deleteOfOther, browser);
        if ((await client.query(upsert, [...browser, token, origin])).rowCount === 0) return "taken";
        await client.query(evictOldest, [participantId, endpoint, pushSubscriptionsMax]);
        return "subscribed";
      }),
    async unsubscribe(participantId, endpoint) {
      return (await deleteSubscription(pool, [participantId, endpoint])).length > 0;
    },
    async chooseNotifications(participantId, choices) {
      await updateChoices(pool, [participantId, JSON.stringify(choices)]);
    },
  };
}
