/** What counts of a receiver's answer: its status, and how long it asks to be left alone (ms), or 0. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly retryAfterMs: number;
}

/** Sends one body. */
type SendReport = (body: string) => Promise<ReceiverAnswer>;

/** What is to be sent, and what it is counted as. */
export interface Report {
  readonly kind: string;
  readonly body: () => string;
}

interface ReportQueueParts {
  readonly send: SendReport;
  readonly now: () => number;
}

/** REP-1d: reports of one kind, and of all kinds, that leave in a minute, and how many wait at most. */
export const [reportsOfKindMax, reportsMax, reportsWaitingMax] = [10, 60, 30];
/** Errors that are looked at in a minute, so that thousands a second cost nothing more. */
export const errorsReadMax = 1000;
const minuteMs = 60_000;
const tooManyRequests = 429;
/** How long a receiver is left alone that asks for it and does not say how long. */
const usualWaitMs = 60_000;

/** Sends reports one after the other, up to its limits, and drops the rest: nobody waits for it, and it never fails. */
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

  /** Takes a report unless there are too many: it is made only while there is room, and its body only if it is taken. */
  add(make: () => Report): void {
    if (!this.#hasRoom()) return;
    const { kind, body } = make();
    if (!this.#hasRoomOf(kind)) return;
    this.#waiting.push(body());
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  /** Resolves once nothing waits. */
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
      // What cannot be sent is lost: an error that matters comes again.
      const answer = await this.#parts.send(body).catch(() => null);
      if (answer?.status === tooManyRequests) {
        this.#closedUntilMs = this.#parts.now() + (answer.retryAfterMs || usualWaitMs);
        this.#waiting.length = 0;
      }
    }
  }
}
