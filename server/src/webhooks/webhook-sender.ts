import type { Offer } from "@cuplaj/protocol/offer.ts";
import { type OfferWebhook, webhookTypes } from "@cuplaj/protocol/webhook.ts";
import { type Clock, type Timer, withTimeout } from "../kernel/clock.ts";
import { failureLog, type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { Post } from "../outgoing/post.ts";
import { isDelivered, retryWaitMs } from "./rules.ts";
import { signedRequest, type SigningParts } from "./signed-request.ts";
import type { Backlog, Delivery, DeliveryStore } from "./store.ts";

interface WebhookSenderParts extends SigningParts {
  readonly store: DeliveryStore;
  /** The offer as it was then, or null where there was no such version. */
  readonly findOffer: (offerId: number, version: number) => Promise<Offer | null>;
  readonly post: Post;
  readonly url: URL;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  /** From 0 to 1. */
  readonly chance: () => number;
}

const lookEveryMs = 2000;
/** HOOK-4b: offers whose decisions are sent at once. */
const sendersMax = 4;
/** Longer than a request and what belongs to it may take. */
const takenMs = 30_000;
/** RUN-5: how long leaving waits for answers, and then for writing down that none came. */
const [lastAnswersMs, lastWritesMs] = [700, 300];

/**
 * Tells the ERP what customers decided (HOOK-1): asks the database what is due, every 2 s and whenever it is woken, so that nothing is lost
 * by whatever ends between decision and delivery. What a process took and never settled is due again after 30 s (decision 0037).
 */
export class WebhookSender {
  readonly #parts: WebhookSenderParts;
  readonly #logFailure: (failure: object) => void;
  readonly #logTrouble: (error: unknown) => void;
  readonly #senders = new Set<Promise<void>>();
  readonly #leaving = new AbortController();
  #isStopped = false;
  #timer: Timer | null = null;
  #backlog: Backlog = { waiting: 0, oldestSeconds: 0 };

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    this.#logFailure = oncePerMinute<object>(parts.clock, (count, failure) =>
      parts.log.warn({ count, ...failure }, "a customer's decision could not be delivered to the ERP"),
    );
    this.#logTrouble = failureLog(parts.log, parts.clock, "a customer's decision could not be delivered to the ERP");
  }

  /** Sends from now on. */
  start(): void {
    void this.#look();
  }

  /** What waited when the database was last looked at. */
  backlog(): Backlog {
    return this.#backlog;
  }

  /** Something may be due: it is sent at once. */
  wake(): void {
    if (this.#isStopped || this.#senders.size >= sendersMax) return;
    const sender = this.#sendWhatIsDue().finally(() => this.#senders.delete(sender));
    this.#senders.add(sender);
  }

  /** Gives what is under way a moment, then ends it: whoever starts next sends it again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const { clock } = this.#parts;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    await withTimeout(this.#settled(), lastAnswersMs, clock);
    this.#leaving.abort();
    await withTimeout(this.#settled(), lastWritesMs, clock);
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#senders);
  }

  async #look(): Promise<void> {
    try {
      this.#backlog = await this.#parts.store.backlog();
      if (this.#backlog.waiting > 0) this.wake();
    } catch (error) {
      this.#logTrouble(error);
    }
    if (!this.#isStopped) this.#timer = this.#parts.clock.setTimeout(() => void this.#look(), lookEveryMs);
  }

  /** One after the other until nothing is due; while there is more, others send beside it. */
  async #sendWhatIsDue(): Promise<void> {
    try {
      while (!this.#isStopped) {
        const delivery = await this.#parts.store.take(takenMs);
        if (delivery === null) return;
        this.wake();
        await this.#deliver(delivery);
      }
    } catch (error) {
      // The database is away: what was taken is due again when its time is over.
      this.#logTrouble(error);
    }
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

  /** Why it was not delivered; null where it was. */
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
  oferta: offer,
});
