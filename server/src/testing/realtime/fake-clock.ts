import type { Clock, Timer } from "../../kernel/clock.ts";

interface Waiting {
  readonly id: number;
  dueMs: number;
  readonly run: () => void;
  readonly everyMs: number | null;
}

/** A clock that stands still until it is advanced; timers run in the order in which they are due. */
export class FakeClock implements Clock {
  #nowMs = 1_700_000_000_000;
  #setByMs = 0;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  now(): number {
    return this.#nowMs + this.#setByMs;
  }

  steadyMs(): number {
    return this.#nowMs;
  }

  /** Sets the wall clock forward or back without letting time pass. */
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

  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let due = this.#nextDue(endMs); due.length > 0; due = this.#nextDue(endMs)) {
      for (const timer of due) this.#run(timer);
    }
    this.#nowMs = endMs;
  }

  /** Lets time pass without running anything, as in a halted process; timers that become due run once on the next advance. */
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
    // Another timer that was due at the same moment may have cleared this one.
    if (!this.#waiting.has(timer.id)) return;
    this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
    if (timer.everyMs === null) this.#waiting.delete(timer.id);
    else timer.dueMs += timer.everyMs;
    timer.run();
  }

  /** Returns all timers of the earliest due moment, in the order in which they were set. */
  #nextDue(endMs: number): Waiting[] {
    let earliestMs = Infinity;
    for (const { dueMs } of this.#waiting.values()) earliestMs = Math.min(earliestMs, dueMs);
    if (earliestMs > endMs) return [];
    return [...this.#waiting.values()].filter((timer) => timer.dueMs === earliestMs);
  }
}
