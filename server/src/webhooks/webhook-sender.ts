import type { Offer } from "@cuplaj/protocol/offer.ts";
import { type OfferWebhook, webhookTypes } from "@cuplaj/protocol/webhook.ts";
import { type Clock, withTimeout } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { Rounds } from "../kernel/rounds.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { Post } from "../kernel/post.ts";
import { isDelivered, retryWaitMs } from "./rules.ts";
import { signedRequest, type SigningParts } from "./signed-request.ts";
import type { Delivery, DeliveryStore } from "./store.ts";

interface WebhookSenderParts extends SigningParts {
  readonly store: DeliveryStore;
  /** Null if the version does not exist. */
  readonly findOffer: (offerId: number, version: number) => Promise<Offer | null>;
  readonly post: Post;
  readonly url: URL;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly chance: () => number;
}

const lookEveryMs = 2000;
/** HOOK-5b: maximum number of concurrent requests, each for a different offer. */
const deliveriesMax = 4;
/** Duration of a lease; longer than a request takes. */
const takenMs = 30_000;
/** RUN-5: how long a shutdown waits for responses, and then for recording those that never arrived. */
const [lastAnswersMs, lastWritesMs] = [700, 300];

/**
 * Reports customers' decisions to the ERP (HOOK-1). Polls the database every 2 s and when woken, so that a crash between decision and delivery loses
 * nothing; unsettled deliveries become due again after 30 s (decision 0037).
 */
export class WebhookSender {
  readonly #parts: WebhookSenderParts;
  readonly #logFailure: (failure: object) => void;
  readonly #rounds: Rounds;
  readonly #deliveries = new Set<Promise<void>>();
  readonly #leaving = new AbortController();

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    const failure = "a customer's decision could not be delivered to the ERP";
    this.#rounds = new Rounds({ ...parts, work: () => this.#sendWhatIsDue(), everyMs: lookEveryMs, failure });
    this.#logFailure = oncePerMinute<object>(parts.clock, (count, cause) =>
      parts.log.warn({ count, ...cause }, failure),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  wake(): void {
    this.#rounds.wake();
  }

  /** Gives requests in progress a moment, then aborts them; the next process sends them again. */
  async stop(): Promise<void> {
    const { clock } = this.#parts;
    const settled = this.#rounds.stop().then(async () => void (await Promise.all(this.#deliveries)));
    await withTimeout(settled, lastAnswersMs, clock);
    this.#leaving.abort();
    await withTimeout(settled, lastWritesMs, clock);
  }

  /** Starts due deliveries up to the limit; each that ends makes room for another. */
  async #sendWhatIsDue(): Promise<void> {
    while (this.#deliveries.size < deliveriesMax && !this.#rounds.isStopped()) {
      const delivery = await this.#parts.store.take(takenMs);
      if (delivery === null) return;
      this.#begin(delivery);
    }
  }

  #begin(delivery: Delivery): void {
    // If the database is down, the lease expires and the delivery becomes due again.
    const ended = this.#rounds
      .attempt(() => this.#deliver(delivery))
      .then(() => {
        this.#deliveries.delete(ended);
        this.#rounds.wake();
      });
    this.#deliveries.add(ended);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { store, log, chance } = this.#parts;
    const { offerId: offer, version, attempts } = delivery;
    const reason = await this.#attempt(delivery);
    if (reason === null) {
      await store.remove(delivery);
      log.info({ webhook: delivery.id, offer, version, attempts }, "a customer's decision was delivered to the ERP");
      return;
    }
    await store.retry(delivery, retryWaitMs(attempts, chance()));
    this.#logFailure({ webhook: delivery.id, offer, version, attempts, reason });
  }

  /** Attempts a delivery; returns the reason for a failure, or null. */
  async #attempt(delivery: Delivery): Promise<string | null> {
    const { findOffer, post, url, clock } = this.#parts;
    const offer = await findOffer(delivery.offerId, delivery.version);
    if (offer === null) return "the offer has no such version";
    try {
      const request = signedRequest(webhookOf(delivery, offer), clock.now(), this.#parts);
      const { status } = await post({ url, ...request }, this.#leaving.signal);
      return isDelivered(status) ? null : `status ${status}`;
    } catch (error) {
      return reasonOf(error);
    }
  }
}

const webhookOf = (delivery: Delivery, offer: Offer): OfferWebhook => ({
  id: delivery.id,
  type: webhookTypes[delivery.decision],
  created_at: delivery.createdAt,
  offer_id: delivery.offerId,
  line_id: delivery.lineId,
  version: delivery.version,
  by: delivery.by,
  on_behalf: delivery.isOnBehalf,
  oferta: offer,
});
