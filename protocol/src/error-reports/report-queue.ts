/** `retryAfterMs` is 0 without `Retry-After`. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly retryAfterMs: number;
}

type SendReport = (body: string) => Promise<ReceiverAnswer>;

export interface Report {
  readonly kind: string;
  readonly body: () => string;
}

interface ReportQueueParts {
  readonly send: SendReport;
  readonly now: () => number;
}

/** REP-1d: reports per minute of one kind, reports per minute of all kinds, and the capacity of the queue. */
export const [reportsOfKindMax, reportsMax, reportsWaitingMax] = [10, 60, 30];
/** Errors examined per minute, which bounds the cost of a flood. */
export const errorsReadMax = 1000;
const minuteMs = 60_000;
const tooManyRequests = 429;
/** Pause after a 429 without `Retry-After`. */
const usualWaitMs = 60_000;

/** Sends reports one at a time within the limits and drops the rest. Never blocks or fails its caller. */
export class ReportQueue {
  readonly #parts: ReportQueueParts;
  readonly #waiting: string[] = [];
  readonly #counts = new Map<string, number>();
  #total = 0;
  #read = 0;
  #minuteEndsAtMs = 0;
  #closedUntilMs = 0;
  #sending: Promise<void> | null = null;

  constructor(parts: ReportQueueParts) {
    this.#parts = parts;
  }

  /** Enqueues a report if there is room; calls `make`, and then `body`, only if the limits allow. */
  add(make: () => Report): void {
    if (!this.#hasRoom()) return;
    const { kind, body } = make();
    if (!this.#hasRoomOf(kind)) return;
    this.#waiting.push(body());
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  #hasRoom(): boolean {
    const now = this.#parts.now();
    if (now >= this.#minuteEndsAtMs) {
      this.#minuteEndsAtMs = now + minuteMs;
      this.#counts.clear();
      this.#total = 0;
      this.#read = 0;
    }
    const isOpen = this.#total < reportsMax && this.#waiting.length < reportsWaitingMax && now >= this.#closedUntilMs;
    if (!isOpen || this.#read >= errorsReadMax) return false;
    this.#read += 1;
    return true;
  }

  #hasRoomOf(kind: string): boolean {
    const count = this.#counts.get(kind) ?? 0;
    if (count >= reportsOfKindMax) return false;
    this.#counts.set(kind, count + 1);
    this.#total += 1;
    return true;
  }

  async #sendAll(): Promise<void> {
    for (let body = this.#waiting.shift(); body !== undefined; body = this.#waiting.shift()) {
      // Failed reports are not retried: an error that matters recurs.
      const answer = await this.#parts.send(body).catch(() => null);
      if (answer?.status === tooManyRequests) {
        this.#closedUntilMs = this.#parts.now() + (answer.retryAfterMs || usualWaitMs);
        this.#waiting.length = 0;
      }
    }
  }
}
