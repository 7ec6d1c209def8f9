import { setTimeout } from "node:timers/promises";
import { CuplajClient, Refused } from "./cuplaj-client.ts";
import { answered, type Content, contentOf, type Customer, isSame, merged, type StoredOffer } from "./offer.ts";
import { type Asked, type Decision, WebhookReceiver } from "./webhook-receiver.ts";

interface SimulatorParts {
  readonly origin: string;
  readonly token: string;
  readonly secret: string;
  /** The webhook's port on loopback. */
  readonly port: number;
  readonly say: (line: string) => void;
  /** Called once for each new request, which an offer may answer. */
  readonly ask?: (request: Asked["request"]) => void;
}

interface OwnOffer {
  readonly id: number;
  readonly customer: Customer;
  wanted: Content;
  /** The content and version that Cuplaj is last known to have. */
  stored: Content;
  version: number;
  isWriting: boolean;
  writing: Promise<void>;
}

/** An ERP written only from the API page. Its memory survives downtime, as a database would. */
export class ErpSimulator {
  readonly #parts: SimulatorParts;
  readonly #client: CuplajClient;
  readonly #receiver: WebhookReceiver;
  readonly #offers = new Map<number, OwnOffer>();
  readonly #decisions = new Map<string, Decision>();
  readonly #requests = new Set<string>();
  readonly #refusals: string[] = [];
  #received = 0;
  #losesNextAnswer = false;
  #up = AbortSignal.abort();
  #leave: () => void = () => {};
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
    this.#receiver = new WebhookReceiver({ secret, port, store: (webhook) => this.#receive(webhook) });
  }

  /** The value for `ERP_WEBHOOK_URL`, known once the simulator has been up. */
  get address(): string {
    return this.#receiver.address;
  }

  get isUp(): boolean {
    return !this.#up.aborted;
  }

  /** Customers' decisions without duplicates, in order of arrival. */
  get decisions(): readonly Decision[] {
    return [...this.#decisions.values()];
  }

  /** The number of correctly signed requests, including repeats. */
  get received(): number {
    return this.#received;
  }

  get refusals(): readonly string[] {
    return this.#refusals;
  }

  /** The simulator's own offers by number, as the ERP wants them. */
  get offers(): ReadonlyMap<number, Content & { readonly version: number }> {
    return new Map([...this.#offers.values()].map(({ id, wanted, version }) => [id, { ...wanted, version }]));
  }

  /** Starts to receive and write, beginning with unwritten changes. */
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

  goDown(): Promise<void> {
    if (this.isUp) {
      this.#leave();
      this.#leaving = Promise.all([this.#receiver.close(), this.settled()]).then(() => this.#parts.say("down"));
    }
    return this.#leaving;
  }

  /** Goes down between storing the next decision and acknowledging it. */
  crashAtNextDecision(): void {
    this.#losesNextAnswer = true;
  }

  /** Creates an offer, perhaps as the answer to a request. False if its number belongs to somebody else. */
  async offer(id: number, customer: Customer, content: Content, requestId?: number): Promise<boolean> {
    const named = { customer, ...(requestId === undefined ? {} : { request_id: requestId }) };
    const answer = await this.#client.store(id, { ...content, version: 1, ...named }, this.#up);
    if (answer.kind === "conflict") return false;
    const { version } = answer.offer;
    const writing = { isWriting: false, writing: Promise.resolve() };
    this.#offers.set(id, { id, customer, wanted: content, stored: contentOf(answer.offer), version, ...writing });
    this.#parts.say(`offer ${id}: made for ${"id" in customer ? `customer ${customer.id}` : customer.username}`);
    return true;
  }

  change(id: number, change: (content: Content) => Content): void {
    const offer = this.#offers.get(id);
    if (offer === undefined) throw new Error(`there is no offer ${id}`);
    offer.wanted = change(offer.wanted);
    this.#write(offer);
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#offers.values()].map(({ writing }) => writing));
  }

  #receive(webhook: Decision | Asked): boolean {
    this.#received += 1;
    return "request" in webhook ? this.#learnOf(webhook) : this.#decide(webhook);
  }

  #learnOf({ id, type, by, request }: Asked): boolean {
    if (this.#requests.has(id)) return true;
    this.#requests.add(id);
    this.#parts.say(`${by.name}: request ${request.id} is ${request.state}`);
    if (type === "request.created") this.#parts.ask?.(request);
    return true;
  }

  #decide(decision: Decision): boolean {
    const offer = this.#offers.get(decision.offer_id);
    if (!this.#decisions.has(decision.id)) {
      this.#decisions.set(decision.id, decision);
      const isAccepted = decision.type === "offer.line-accepted";
      const what = isAccepted ? "accepted" : "declined";
      this.#parts.say(`${decision.by.name} ${what} line ${decision.line_id} of offer ${decision.offer_id}`);
      // Other programs' offers need no reaction, but must not hold up later decisions.
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

  /** Adopts Cuplaj's state, unless it is older than the state known here. */
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

  /** Stores versions until Cuplaj has the wanted content. If the simulator goes down, the rest waits. */
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
    const { id, customer, wanted } = offer;
    const answer = await this.#client.store(id, { ...wanted, version, customer }, up);
    if (answer.kind === "stored") this.#parts.say(`offer ${offer.id}: version ${version} is stored`);
    else this.#parts.say(`offer ${offer.id}: version ${answer.version} was there before ${version}`);
    this.#learn(offer, answer.kind === "stored" ? answer.offer : await this.#client.read(offer.id, up));
  }

  #refuse({ message }: Refused): void {
    this.#refusals.push(message);
    this.#parts.say(`refused: ${message}`);
  }
}
