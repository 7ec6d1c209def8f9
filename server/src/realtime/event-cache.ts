import { setNewest } from "../kernel/bounded-map.ts";
import type { Clock } from "../kernel/clock.ts";

interface CachedEvent {
  readonly event: string;
  /** JSON text. */
  readonly data: string;
  readonly expiresAtMs: number;
}

/** Stores the last event of each cache channel for a while; the oldest are dropped when there are too many. */
export class EventCache {
  readonly #events = new Map<string, CachedEvent>();
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #eventsMax: number;

  constructor(clock: Clock, ttlMs: number, eventsMax: number) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#eventsMax = eventsMax;
  }

  put(appId: string, channel: string, event: string, data: string): void {
    const key = `${appId}\n${channel}`;
    const cached = { event, data, expiresAtMs: this.#clock.steadyMs() + this.#ttlMs };
    setNewest(this.#events, key, cached, this.#eventsMax);
  }

  get(appId: string, channel: string): CachedEvent | null {
    const key = `${appId}\n${channel}`;
    const cached = this.#events.get(key);
    if (cached === undefined) return null;
    if (cached.expiresAtMs > this.#clock.steadyMs()) return cached;
    this.#events.delete(key);
    return null;
  }
}
