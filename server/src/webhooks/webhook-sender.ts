import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { PartRequest, RequestState } from "@cuplaj/protocol/request.ts";
import { type OfferWebhook, type RequestWebhook, webhookTypes } from "@cuplaj/protocol/webhook.ts";
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
  readonly findRequest: (requestId: number, state: RequestState) => Promise<PartRequest | null>;
  readonly post: Post;
  readonly url: URL;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly chance: () => number;
}

const lookEveryMs = 2000;
/** HOOK-5b: maximum number of concurrent deliveries. */
const deliveriesMax = 4;
/** Duration of a lease; longer than a request takes. */
const takenMs = 30_000;
/** RUN-5: how long a shutdown waits for responses, and then for recording those that never arrived. */
const [lastAnswersMs, lastWritesMs] = [700, 300];

/**
 * Reports decisions and requests to the ERP (HOOK-1). Polls the database every 2 s and when woken, so that a crash before a delivery loses nothing;
 * unsettled deliveries become due again after 30 s (decision 0037).
 */
export class WebhookSender {
  readonly #parts: WebhookSenderParts;
  readonly #logFailure: (failure: object) => void;
  readonly #rounds: Rounds;
  readonly #deliveries = new Set<Promise<void>>();
  readonly #leaving = new AbortController();

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    const failure = "a webhook could not be delivered to the ERP";
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
    const fields = { webhook: delivery.id, ...subjectOf(delivery), attempts: delivery.attempts };
    const reason = await this.#attempt(delivery);
    if (reason === null) {
      await store.remove(delivery);
      log.info(fields, "a webhook was delivered to the ERP");
      return;
    }
    await store.retry(delivery, retryWaitMs(delivery.attempts, chance()));
    this.#logFailure({ ...fields, reason });
  }

  /** Attempts a delivery; returns the reason for a failure, or null. */
  async #attempt(delivery: Delivery): Promise<string | null> {
    const { post, url, clock } = this.#parts;
    const webhook = await this.#compose(delivery);
    if (webhook === null) return "the offer has no such version";
    try {
      const request = signedRequest(webhook, clock.now(), this.#parts);
      const { status } = await post({ url, ...request }, this.#leaving.signal);
      return isDelivered(status) ? null : `status ${status}`;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #compose({ id, createdAt: created_at, by, about }: Delivery): Promise<OfferWebhook | RequestWebhook | null> {
    const { findOffer, findRequest } = this.#parts;
    if ("requestId" in about) {
      const request = await findRequest(about.requestId, about.state);
      const type = about.state === "open" ? "request.created" : "request.closed";
      return request && { id, type, created_at, by, request };
    }
    const { offerId, lineId, version, decision, isOnBehalf } = about;
    const offer = await findOffer(offerId, version);
    const line = { offer_id: offerId, line_id: lineId, version };
    return offer && { id, type: webhookTypes[decision], created_at, ...line, by, on_behalf: isOnBehalf, oferta: offer };
  }
}

const subjectOf = ({ about }: Delivery): object =>
  "requestId" in about
    ? { request: about.requestId, state: about.state }
    : { offer: about.offerId, version: about.version };
