import serverPackage from "../../package.json" with { type: "json" };
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { findOfferAt } from "../offers/view-offer.ts";
import { createPost } from "../kernel/post.ts";
import { reportRequest } from "../requests/report-request.ts";
import { createRequestStore } from "../requests/store.pg.ts";
import type { Config } from "../settings/config.ts";
import { addressToOpen, type Reach } from "../settings/page-origins.ts";
import type { OpenStorage } from "../storage/open-storage.ts";
import type { Backlog } from "../storage/stored-waits.ts";
import { forgetDeliveries } from "../webhooks/forget-deliveries.ts";
import { createDeliveryStore } from "../webhooks/store.pg.ts";
import { WebhookSender } from "../webhooks/webhook-sender.ts";

interface WebhookWiring {
  readonly config: Pick<Config, "webhook">;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly reach: Reach;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Webhooks {
  start(): void;
  wake(): void;
  /** Null if no webhook is configured. */
  readonly backlog: (() => Promise<Backlog>) | null;
  stop(): Promise<void>;
}

/** HOOK-1: sends decisions and requests to `ERP_WEBHOOK_URL`. If it is not set, they wait and are eventually dropped. */
export function wireWebhooks({ config: { webhook }, storage: { pool }, reach, clock, log }: WebhookWiring): Webhooks {
  const store = createDeliveryStore(pool);
  if (webhook === null) {
    const forgetting = forgetDeliveries({ store, clock, log });
    return {
      start: () => void forgetting.start(),
      wake: () => undefined,
      backlog: null,
      stop: () => forgetting.stop(),
    };
  }
  const offers = createOfferStore(pool);
  const requests = createRequestStore({ pool, messagesOn: createMessageStore });
  const { url, secret, isPrivateAllowed } = webhook;
  const sender = new WebhookSender({
    store,
    findOffer: (offerId, version) => findOfferAt(offers, offerId, version),
    findRequest: (requestId, state) => reportRequest(requests, addressToOpen(reach), requestId, state),
    post: createPost({ isPrivateAllowed, clock }),
    url,
    secret,
    userAgent: `Cuplaj/${serverPackage.version}`,
    clock,
    log,
    chance: Math.random,
  });
  return {
    start: () => sender.start(),
    wake: () => sender.wake(),
    backlog: () => store.backlog(),
    stop: () => sender.stop(),
  };
}
