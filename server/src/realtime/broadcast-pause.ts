import type { RealtimeLimits } from "./limits.ts";

/** Writes are counted this long before the pause changes. */
const countedMs = 100;

/**
 * The pause of all sockets of a process. Each socket is written once in a pause at most, so a pause that is twice as long halves
 * the writes: it follows what was written against what should be, in both directions.
 */
export class BroadcastPause {
  readonly #limits: RealtimeLimits["broadcastPause"];
  #ms: number;
  #writes = 0;
  #sinceMs = 0;

  constructor(limits: RealtimeLimits["broadcastPause"]) {
    this.#limits = limits;
    this.#ms = limits.shortestMs;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Counts sockets that are written now. */
  count(writes: number, nowMs: number): void {
    const elapsedMs = nowMs - this.#sinceMs;
    if (elapsedMs >= countedMs) {
      const { shortestMs, longestMs, writesPerMsMax } = this.#limits;
      const wantedMs = (this.#ms * this.#writes) / (elapsedMs * writesPerMsMax);
      this.#ms = Math.min(longestMs, Math.max(shortestMs, wantedMs));
      this.#writes = 0;
      this.#sinceMs = nowMs;
    }
    this.#writes += writes;
  }
}
