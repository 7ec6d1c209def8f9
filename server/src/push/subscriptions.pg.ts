import { pushSubscriptionsMax } from "@cuplaj/protocol/limits.ts";
import { hashOfSession } from "../sign-in/token.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

const subscribe = namedStatement<{ outcome: Awaited<ReturnType<SubscriptionStore["subscribe"]>> }>(
  "push-subscribe",
  "select subscribe_push($1, $2, $3, $4, $5, $6, $7) as outcome",
);

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
    async subscribe({ participantId, session, endpoint, origin, keys: { p256dh, auth } }) {
      const values = [participantId, hashOfSession(session), endpoint, origin, p256dh, auth, pushSubscriptionsMax];
      const [row] = await subscribe(pool, values);
      return row?.outcome ?? "ended";
    },
    async unsubscribe(participantId, endpoint) {
      return (await deleteSubscription(pool, [participantId, endpoint])).length > 0;
    },
    async chooseNotifications(participantId, choices) {
      await updateChoices(pool, [participantId, JSON.stringify(choices)]);
    },
  };
}
