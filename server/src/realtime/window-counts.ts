interface Window {
  readonly startedAtMs: number;
  count: number;
}

/** How often something happened, by key, in windows that begin with a key's first and last a fixed time. */
export class WindowCounts {
  /** In the order in which the windows began. */
  readonly #windows = new Map<string, Window>();
  readonly #max: number;
  readonly #windowMs: number;

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Counts one, or what costs as much as several; answers 0 within the limit, else the ms until the window ends. */
  count(key: string, nowMs: number, several = 1): number {
    const window = this.#current(key, nowMs);
    window.count += several;
    return window.count <= this.#max ? 0 : window.startedAtMs + this.#windowMs - nowMs;
  }

  /** Takes one back of a window that lasts. */
  giveBack(key: string, nowMs: number): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0 && nowMs - window.startedAtMs < this.#windowMs) window.count -= 1;
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  #current(key: string, nowMs: number): Window {
    const known = this.#windows.get(key);
    if (known !== undefined && nowMs - known.startedAtMs < this.#windowMs) return known;
    // Windows that have ended stand first, so each is passed once: no timer has to clear them.
    for (const [earlier, { startedAtMs }] of this.#windows) {
      if (nowMs - startedAtMs < this.#windowMs) break;
      this.#windows.delete(earlier);
    }
    const window = { startedAtMs: nowMs, count: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
