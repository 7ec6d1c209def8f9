import type { Clock, Timer } from "../../clock.ts";

interface Waiting {
  readonly id: number;
  dueMs: number;
  readonly run: () => void;
  readonly everyMs: number | null;
}

/** A clock that stands still until it is pushed; timers run in the order they are due. */
export class FakeClock implements Clock {
  #nowMs = 1_700_000_000_000;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  now(): number {
    return this.#nowMs;
  }

  setTimeout(run: () => void, delayMs: number): Timer {
    return this.#add(run, delayMs, null);
  }

  clearTimeout(timer: Timer): void {
    this.#waiting.delete(Number(timer));
  }

  setInterval(run: () => void, everyMs: number): Timer {
    return this.#add(run, everyMs, everyMs);
  }

  clearInterval(timer: Timer): void {
    this.#waiting.delete(Number(timer));
  }

  /** Lets time pass, with everything that falls due on the way. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let next = this.#nextDue(endMs); next !== null; next = this.#nextDue(endMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      if (next.everyMs === null) this.#waiting.delete(next.id);
      else next.dueMs += next.everyMs;
      next.run();
    }
    this.#nowMs = endMs;
  }

  get timerCount(): number {
    return this.#waiting.size;
  }

  #add(run: () => void, delayMs: number, everyMs: number | null): number {
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { id: this.#lastId, dueMs: this.#nowMs + delayMs, run, everyMs });
    return this.#lastId;
  }

  #nextDue(endMs: number): Waiting | null {
    let next: Waiting | null = null;
    for (const timer of this.#waiting.values()) {
      if (timer.dueMs <= endMs && (next === null || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  }
}
