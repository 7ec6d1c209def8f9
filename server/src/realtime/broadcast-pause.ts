import type { RealtimeLimits } from "./limits.ts";

/** Period over which writes are counted before the pause changes, ms. */
const countedMs = 100;

/** Scales the pause by the ratio of actual to allowed writes: a busy socket is written once per pause, so doubling the pause halves the writes. */
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
