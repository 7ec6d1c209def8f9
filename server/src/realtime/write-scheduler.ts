import type { Clock } from "../kernel/clock.ts";
import { BroadcastPause } from "./broadcast-pause.ts";
import { emptyBatch, type FrameBatch } from "./frame-batch.ts";
import type { RealtimeLimits } from "./limits.ts";

export interface WaitingWire {
  /** Time of the last write, on the steady clock (ms). */
  readonly writtenAtMs: number;
  flush(nowMs: number): void;
}

/** Most writes per batch, which then takes 1 to 2 ms; requests and database responses run between batches. */
const writesAtOnce = 100;

/**
 * LIVE-9: schedules writes to sockets. A write has a high fixed cost, so a busy socket is written once per pause; the first frame after silence is
 * not delayed.
 */
export class WriteScheduler {
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

  writeThisTick(wire: WaitingWire): void {
    if (this.#dueNow.length === 0) setImmediate(flushDueNow, this);
    this.#dueNow.push(wire);
  }

  /** Writes at the end of this tick if the last write was long ago, otherwise when the pause is over. */
  writeSoon(wire: WaitingWire): void {
    const restMs = wire.writtenAtMs + this.#pause.ms - this.#clock.steadyMs();
    if (restMs <= 0) {
      this.writeThisTick(wire);
      return;
    }
    this.#dueSoon.push(wire);
    // One timer serves all sockets: those added later are written with the first, slightly before their own pause ends.
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
