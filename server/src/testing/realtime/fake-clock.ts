import type { Clock, Timer } from "../../kernel/clock.ts";

interface Waiting {
  readonly id: number;
  dueMs: number;
  readonly run: () => void;
  readonly everyMs: number | null;
}

/** A clock that stands still until it is pushed; timers run in the order they are due. */
export class FakeClock implements Clock {
  #nowMs = 1_700_000_000_000;
  /** How far the time of day was set. */
  #setByMs = 0;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  now(): number {
    return this.#nowMs + this.#setByMs;
  }

  steadyMs(): number {
    return this.#nowMs;
  }

  /** Somebody sets the time of day forward, or back; no time passes. */
  setBy(ms: number): void {
    this.#setByMs += ms;
  }

  readonly setTimeout = (run: () => void, delayMs: number): Timer => this.#add(run, delayMs, null);

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
    for (let due = this.#nextDue(endMs); due.length > 0; due = this.#nextDue(endMs)) {
      for (const timer of due) this.#run(timer);
    }
    this.#nowMs = endMs;
  }

  /** Time passes and nothing runs, as for a process that was stopped; what fell due runs once, with the next push. */
  skip(ms: number): void {
    this.#nowMs += ms;
    for (const timer of this.#waiting.values()) timer.dueMs = Math.max(timer.dueMs, this.#nowMs);
  }

  get timerCount(): number {
    return this.#waiting.size;
  }

  #add(run: () => void, delayMs: number, everyMs: number | null): number {
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { id: this.#lastId, dueMs: this.#nowMs + delayMs, run, everyMs });
    return this.#lastId;
  }

  #run(timer: Waiting): void {
    // One that ran before it at the same moment may have cleared it.
    if (!this.#waiting.has(timer.id)) return;
    this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
    if (timer.everyMs === null) this.#waiting.delete(timer.id);
    else timer.dueMs += timer.everyMs;
    timer.run();
  }

  /** All timers of the earliest moment that is due, in the order they were set. */
  #nextDue(endMs: number): Waiting[] {
    let earliestMs = Infinity;
    for (const { dueMs } of this.#waiting.values()) earliestMs = Math.min(earliestMs, dueMs);
    if (earliestMs > endMs) return [];
    return [...this.#waiting.values()].filter((timer) => timer.dueMs === earliestMs);
  }
}
