const windowMs = 1000;

interface Window {
  readonly startedAtMs: number;
  events: number;
}

/** Counts client events per sender in windows of one second (LIM-1). Holds only senders of about the last second. */
export class ClientEventRates {
  /** In the order in which the windows began. */
  readonly #windows = new Map<string, Window>();
  readonly #perSecondMax: number;

  constructor(perSecondMax: number) {
    this.#perSecondMax = perSecondMax;
  }

  /** Counts one event of the sender; true when it is one too many. */
  isOver(sender: string, nowMs: number): boolean {
    const window = this.#current(sender, nowMs);
    window.events += 1;
    return window.events > this.#perSecondMax;
  }

  /** Senders that are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  #current(sender: string, nowMs: number): Window {
    const known = this.#windows.get(sender);
    if (known !== undefined && nowMs - known.startedAtMs < windowMs) return known;
    // Windows that have ended stand first, so each is looked at once: no timer has to clear them.
    for (const [earlier, { startedAtMs }] of this.#windows) {
      if (nowMs - startedAtMs < windowMs) break;
      this.#windows.delete(earlier);
    }
    const window = { startedAtMs: nowMs, events: 0 };
    this.#windows.set(sender, window);
    return window;
  }
}
