/** How long broadcasts to a socket that was written just before are gathered (LIVE-9), and what makes that longer. */
export interface BroadcastPauseLimits {
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Writes to sockets in one ms; where there are more, the pause grows until there are not. */
  readonly writesPerMsMax: number;
}

/** Over how long writes are counted before the pause changes, ms. */
const countedMs = 100;

/**
 * The pause of all sockets of a process. Each socket is written once in a pause at most, so a pause that is twice as long halves
 * the writes: it follows what was written against what should be, in both directions.
 */
export class BroadcastPause {
  readonly #limits: BroadcastPauseLimits;
  #ms: number;
  #writes = 0;
  #sinceMs = 0;

  constructor(limits: BroadcastPauseLimits) {
    this.#limits = limits;
    this.#ms = limits.shortestMs;
  }

  get ms(): number {
    return this.#ms;
  }

  /** So many sockets are written now. */
  count(writes: number, nowMs: number): void {
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs >= countedMs) {
      const { shortestMs, longestMs, writesPerMsMax } = this.#limits;
      const wantedMs = (this.#ms * this.#writes) / (elapsedMs * writesPerMsMax);
      this.#ms = Math.min(longestMs, Math.max(shortestMs, wantedMs));
    }
    // A clock that was set back starts anew.
    if (elapsedMs >= countedMs || elapsedMs < 0) {
      this.#writes = 0;
      this.#sinceMs = nowMs;
    }
    this.#writes += writes;
  }
}
