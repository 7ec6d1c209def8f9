import { setNewest } from "./bounded-map.ts";

/** Keys remembered; beyond it the one whose newest time is oldest is forgotten. */
const keysMax = 50_000;

/** Times by key, of a clock that never jumps back: each counts for one window, so a maximum holds in any window of that length. */
export class RecentTimes {
  readonly #windowMs: number;
  /** Oldest first, by key in the order of their newest. */
  readonly #times = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How many times of a key still count. */
  count(key: string, nowMs: number): number {
    return this.#recent(key, nowMs).length;
  }

  /** Ms until the key has room for another time; 0 if it has now. */
  fullForMs(key: string, max: number, nowMs: number): number {
    const deciding = this.#recent(key, nowMs).at(-max);
    return deciding === undefined ? 0 : deciding + this.#windowMs - nowMs;
  }

  /** Adds one time where there is room, and returns 0; else the ms until there is. */
  take(key: string, max: number, nowMs: number): number {
    const waitMs = this.fullForMs(key, max, nowMs);
    if (waitMs === 0) this.add(key, nowMs);
    return waitMs;
  }

  /** Adds a time, or several at once, past any maximum. */
  add(key: string, nowMs: number, several = 1): void {
    const times = this.#recent(key, nowMs);
    for (let added = 0; added < several; added += 1) times.push(nowMs);
    setNewest(this.#times, key, times, keysMax);
    this.#forgetOld(nowMs);
  }

  /** Removes the newest time of a key. */
  takeBack(key: string, nowMs: number): void {
    this.#recent(key, nowMs).pop();
  }

  /** Keys remembered. */
  get size(): number {
    return this.#times.size;
  }

  #recent(key: string, nowMs: number): number[] {
    const times = this.#times.get(key) ?? [];
    const first = times.findIndex((at) => nowMs - at < this.#windowMs);
    times.splice(0, first < 0 ? times.length : first);
    return times;
  }

  /** Old keys stand first, so each is passed once and no timer has to clear them. */
  #forgetOld(nowMs: number): void {
    for (const [key] of this.#times) {
      if (this.#recent(key, nowMs).length > 0) return;
      this.#times.delete(key);
    }
  }
}
