import type { Clock } from "../kernel/clock.ts";

interface Window {
  startedAtMs: number;
  count: number;
}

/** Counts something per address in windows of a fixed length, and forgets addresses that have been quiet for one. */
export class AddressLimit {
  readonly #windows = new Map<string, Window>();
  readonly #clock: Clock;
  readonly #max: number;
  readonly #windowMs: number;
  #sweptAtMs: number;

  constructor(clock: Clock, max: number, windowMs: number) {
    this.#clock = clock;
    this.#max = max;
    this.#windowMs = windowMs;
    this.#sweptAtMs = clock.now();
  }

  /** Counts one, or what costs as much as several; answers 0 when it is within the limit, else the milliseconds until the window ends. */
  count(address: string, several = 1): number {
    const now = this.#clock.now();
    this.#sweep(now);
    const window = this.#windows.get(address);
    if (window === undefined || now - window.startedAtMs >= this.#windowMs) {
      this.#windows.set(address, { startedAtMs: now, count: several });
      return 0;
    }
    window.count += several;
    return window.count <= this.#max ? 0 : window.startedAtMs + this.#windowMs - now;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAtMs < this.#windowMs) return;
    this.#sweptAtMs = now;
    for (const [address, window] of this.#windows) {
      if (now - window.startedAtMs >= this.#windowMs) this.#windows.delete(address);
    }
  }
}
