import type { Clock } from "../kernel/clock.ts";
import { BroadcastPause } from "./broadcast-pause.ts";
import { emptyBatch, type FrameBatch } from "./frame-batch.ts";
import type { RealtimeLimits } from "./limits.ts";

/** A socket that has frames waiting. */
export interface WaitingWire {
  /** When it was last written, ms since the epoch. */
  readonly writtenAtMs: number;
  /** Writes all that waits for it. */
  flush(nowMs: number): void;
}

/** Writes in one go, which take 1 to 2 ms; then requests and answers of the database get their turn. */
const writesAtOnce = 100;

/**
 * Decides when waiting frames are written: at the end of the tick, or, for broadcasts to a socket that was written just
 * before, together with those that follow (LIVE-9). A write to a socket costs far more than the bytes in it, so a room
 * with much traffic costs one write in every pause; what comes after silence is not delayed.
 */
export class WriteScheduler {
  /** Start of the chains of frames of this tick. */
  batch: FrameBatch = emptyBatch();
  readonly #clock: Clock;
  readonly #pause: BroadcastPause;
  #dueNow: WaitingWire[] = [];
  #dueSoon: WaitingWire[] = [];
  #isTimed = false;

  constructor(clock: Clock, pause: RealtimeLimits["broadcastPause"]) {
    this.#clock = clock;
    this.#pause = new BroadcastPause(pause);
  }

  now(): number {
    return this.#clock.steadyMs();
  }

  /** Writes the wire at the end of this tick. */
  writeThisTick(wire: WaitingWire): void {
    if (this.#dueNow.length === 0) setImmediate(flushDueNow, this);
    this.#dueNow.push(wire);
  }

  /** Writes the wire at the end of this tick when the last write is long past, else when the pause is over. */
  writeSoon(wire: WaitingWire): void {
    const restMs = wire.writtenAtMs + this.#pause.ms - this.#clock.steadyMs();
    if (restMs <= 0) {
      this.writeThisTick(wire);
      return;
    }
    this.#dueSoon.push(wire);
    // One timer for all: whoever came after the first leaves with it, a little before its own pause is over.
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#clock.setTimeout(() => this.#flushDueSoon(), restMs);
  }

  flushDueNow(): void {
    const wires = this.#dueNow;
    this.#dueNow = [];
    this.#flushAll(wires);
  }

  #flushDueSoon(): void {
    const wires = this.#dueSoon;
    this.#dueSoon = [];
    this.#isTimed = false;
    this.#flushAll(wires);
  }

  #flushAll(wires: readonly WaitingWire[]): void {
    this.batch = emptyBatch();
    this.#pause.count(wires.length, this.#clock.steadyMs());
    this.#writeFrom(wires, 0);
  }

  #writeFrom(wires: readonly WaitingWire[], start: number): void {
    const now = this.#clock.steadyMs();
    for (const wire of wires.slice(start, start + writesAtOnce)) wire.flush(now);
    if (start + writesAtOnce < wires.length) setImmediate(() => this.#writeFrom(wires, start + writesAtOnce));
  }
}

function flushDueNow(writes: WriteScheduler): void {
  writes.flushDueNow();
}
