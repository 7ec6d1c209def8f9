import { setTimeout } from "node:timers/promises";
import { CuplajClient, Refused } from "./cuplaj-client.ts";
import { answered, type Content, contentOf, isSame, merged, type StoredOffer } from "./offer.ts";
import { type Decision, WebhookReceiver } from "./webhook-receiver.ts";

interface SimulatorParts {
  readonly origin: string;
  readonly token: string;
  readonly secret: string;
  /** Where it receives the webhook, on loopback. */
  readonly port: number;
  /** What happens, a line each, for whoever looks on. */
  readonly say: (line: string) => void;
}

/** An offer of the ERP's own. */
interface OwnOffer {
  readonly id: number;
  readonly customer: string;
  /** What it is to be. */
  wanted: Content;
  /** What Cuplaj has of it, as far as is known, and in which version. */
  stored: Content;
  version: number;
  isWriting: boolean;
  /** Ends when the last writing did. */
  writing: Promise<void>;
}

/**
 * An ERP, written from the API page alone: it owns offers, stores each version in Cuplaj, and learns what customers decide by the
 * webhook. Its memory outlives its being down, as a database would.
 */
export class ErpSimulator {
  readonly #parts: SimulatorParts;
  readonly #client: CuplajClient;
  readonly #receiver: WebhookReceiver;
  readonly #offers = new Map<number, OwnOffer>();
  readonly #decisions = new Map<string, Decision>();
  readonly #refusals: string[] = [];
  #received = 0;
  #losesNextAnswer = false;
  /** Aborted while it is down. */
  #up = AbortSignal.abort();
  #leave: () => void = () => {};
  /** Ends when it has gone down. */
  #leaving: Promise<void> = Promise.resolve();

  constructor(parts: SimulatorParts) {
    const { origin, token, secret, port } = parts;
    this.#parts = parts;
    this.#client = new CuplajClient({
      origin,
      token,
      pause: (ms, signal) => {
        parts.say(`no answer to act on: again in ${ms / 1000} s`);
        return setTimeout(ms, undefined, { signal });
      },
    });
    this.#receiver = new WebhookReceiver({ secret, port, store: (decision) => this.#receive(decision) });
  }

  /** What `ERP_WEBHOOK_URL` has to be, once it was up. */
  get address(): string {
    return this.#receiver.address;
  }

  get isUp(): boolean {
    return !this.#up.aborted;
  }

  /** What customers decided, each once, in the order in which it was received. */
  get decisions(): readonly Decision[] {
    return [...this.#decisions.values()];
  }

  /** Requests with a right signature, repeated ones too. */
  get received(): number {
    return this.#received;
  }

  /** What Cuplaj refused for good: mistakes of this program. */
  get refusals(): readonly string[] {
    return this.#refusals;
  }

  /** All its offers by number, each as the ERP has it. */
  get offers(): ReadonlyMap<number, Content & { readonly version: number }> {
    return new Map([...this.#offers.values()].map(({ id, wanted, version }) => [id, { ...wanted, version }]));
  }

  /** Receives and writes from now on, beginning with what was not written before. */
  async comeUp(): Promise<void> {
    await this.#leaving;
    if (this.isUp) return;
    const up = new AbortController();
    this.#up = up.signal;
    this.#leave = () => up.abort();
    await this.#receiver.open();
    this.#parts.say(`up: receives at ${this.address}`);
    for (const offer of this.#offers.values()) this.#write(offer);
  }

  /** Neither receives nor writes any more: nobody learns what became of what was under way. */
  goDown(): Promise<void> {
    if (this.isUp) {
      this.#leave();
      this.#leaving = Promise.all([this.#receiver.close(), this.settled()]).then(() => this.#parts.say("down"));
    }
    return this.#leaving;
  }

  /** Goes down when it has stored the next decision, before it says so. */
  crashAtNextDecision(): void {
    this.#losesNextAnswer = true;
  }

  /** Offers something new to a customer; Cuplaj has it when this resolves, unless the number was somebody else's (false). */
  async offer(id: number, customer: string, content: Content): Promise<boolean> {
    const answer = await this.#client.store(id, { ...content, version: 1, customer: { username: customer } }, this.#up);
    if (answer.kind === "conflict") return false;
    const { version } = answer.offer;
    const writing = { isWriting: false, writing: Promise.resolve() };
    this.#offers.set(id, { id, customer, wanted: content, stored: contentOf(answer.offer), version, ...writing });
    this.#parts.say(`offer ${id}: made for ${customer}`);
    return true;
  }

  /** Changes an own offer, at once here and then in Cuplaj. */
  change(id: number, change: (content: Content) => Content): void {
    const offer = this.#offers.get(id);
    if (offer === undefined) throw new Error(`there is no offer ${id}`);
    offer.wanted = change(offer.wanted);
    this.#write(offer);
  }

  /** Resolves when Cuplaj has all that is wanted now. */
  async settled(): Promise<void> {
    await Promise.all([...this.#offers.values()].map(({ writing }) => writing));
  }

  /** Stores a decision once, whatever comes again; the offer's older ones are known by then. */
  #receive(decision: Decision): boolean {
    this.#received += 1;
    const offer = this.#offers.get(decision.offer_id);
    if (!this.#decisions.has(decision.id)) {
      this.#decisions.set(decision.id, decision);
      const isAccepted = decision.type === "offer.line-accepted";
      const what = isAccepted ? "accepted" : "declined";
      this.#parts.say(`${decision.by.name} ${what} line ${decision.line_id} of offer ${decision.offer_id}`);
      // An offer that is not its own it has nothing to say of, and what waits behind has to come.
      if (offer !== undefined) {
        this.#learn(offer, decision.oferta);
        offer.wanted = answered(offer.wanted, decision.line_id, isAccepted);
        this.#write(offer);
      }
    }
    if (!this.#losesNextAnswer) return true;
    this.#losesNextAnswer = false;
    void this.goDown();
    return false;
  }

  /** What Cuplaj has, by whatever way it was learned: an older version than the known one changes nothing. */
  #learn(offer: OwnOffer, news: StoredOffer): void {
    if (news.version <= offer.version) return;
    offer.stored = contentOf(news);
    offer.version = news.version;
    offer.wanted = merged(offer.wanted, offer.stored);
  }

  #write(offer: OwnOffer): void {
    if (offer.isWriting) return;
    offer.isWriting = true;
    offer.writing = this.#writeAll(offer, this.#up);
  }

  /** Stores the next version until what is stored is what is wanted; what going down ends is written after coming back. */
  async #writeAll(offer: OwnOffer, up: AbortSignal): Promise<void> {
    try {
      while (!up.aborted && !isSame(offer.stored, offer.wanted)) await this.#writeNext(offer, up);
    } catch (error) {
      if (error instanceof Refused) this.#refuse(error);
      else if (!up.aborted) throw error;
    } finally {
      offer.isWriting = false;
    }
  }

  async #writeNext(offer: OwnOffer, up: AbortSignal): Promise<void> {
    const version = offer.version + 1;
    const customer = { username: offer.customer };
    const answer = await this.#client.store(offer.id, { ...offer.wanted, version, customer }, up);
    if (answer.kind === "stored") this.#parts.say(`offer ${offer.id}: version ${version} is stored`);
    else this.#parts.say(`offer ${offer.id}: version ${answer.version} was there before ${version}`);
    this.#learn(offer, answer.kind === "stored" ? answer.offer : await this.#client.read(offer.id, up));
  }

  #refuse({ message }: Refused): void {
    this.#refusals.push(message);
    this.#parts.say(`refused: ${message}`);
  }
}
