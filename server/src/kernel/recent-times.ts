import { setNewest } from "./bounded-map.ts";

/** Most keys stored; beyond that, the least recently updated one is evicted. */
const keysMax = 50_000;

/** A sliding window per key, on a monotonic clock. Each time counts for the length of the window, so every window respects a maximum. */
export class RecentTimes {
  readonly #windowMs: number;
  /** Times are stored oldest first; keys are ordered by their newest time. */
  readonly #times = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  count(key: string, nowMs: number): number {
    return this.#recent(key, nowMs).length;
  }

  /** Ms until the key has room; 0 if it has now. */
  fullForMs(key: string, max: number, nowMs: number): number {
    const deciding = this.#recent(key, nowMs).at(-max);
    return deciding === undefined ? 0 : deciding + this.#windowMs - nowMs;
  }

  /** Adds a time and returns 0 if there is room; otherwise returns the ms until there is. */
  take(key: string, max: number, nowMs: number): number {
    const waitMs = this.fullForMs(key, max, nowMs);
    if (waitMs === 0) this.add(key, nowMs);
    return waitMs;
  }

  /** Adds times, even beyond a maximum. */
  add(key: string, nowMs: number, several = 1): void {
    const times = this.#recent(key, nowMs);
    for (let added = 0; added < several; added += 1) times.push(nowMs);
    setNewest(this.#times, key, times, keysMax);
    this.#forgetOld(nowMs);
  }

  takeBack(key: string, nowMs: number): void {
    this.#recent(key, nowMs).pop();
  }

  get size(): number {
    return this.#times.size;
  }

  #recent(key: string, nowMs: number): number[] {
    const times = this.#times.get(key) ?? [];
    const first = times.findIndex((at) => nowMs - at < this.#windowMs);
    times.splice(0, first < 0 ? times.length : first);
    return times;
  }

  /** The keys updated longest ago come first, so each is visited once and no timer is needed. */
  #forgetOld(nowMs: number): void {
    for (const [key] of this.#times) {
      if (this.#recent(key, nowMs).length > 0) return;
      this.#times.delete(key);
    }
  }
}
