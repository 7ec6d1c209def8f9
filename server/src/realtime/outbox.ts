import type { Clock } from "../clock.ts";
import { emptyBatch, type FrameBatch } from "./frame-batch.ts";

/** What the outbox needs of a socket that has frames waiting. */
export interface WaitingWire {
  /** When it was last written, ms since the epoch. */
  readonly writtenAtMs: number;
  /** Writes all that waits for it. */
  flush(nowMs: number): void;
}

/** How long broadcasts to a socket that was written just before are gathered (LIVE-9), ms. */
export interface BroadcastPause {
  readonly shortestMs: number;
  /** Where this many sockets or fewer are written for each ms of the pause, it is no longer than the shortest. */
  readonly writesPerMs: number;
  readonly longestMs: number;
}

/**
 * Decides when waiting frames are written: at the end of the tick, or, for broadcasts to a socket that was written just
 * before, together with those that follow (LIVE-9). A write to a socket costs far more than the bytes in it, so a room
 * where much is said costs one write in every pause; what comes after silence waits for nobody. The more sockets were
 * written at the end of the last pause, the longer is the next one, so that writing never takes most of the time.
 */
export class Outbox {
  /** Start of the chains of frames that are being gathered. */
  batch: FrameBatch = emptyBatch();
  readonly #clock: Clock;
  readonly #pause: BroadcastPause;
  #pauseMs: number;
  #dueNow: WaitingWire[] = [];
  #dueSoon: WaitingWire[] = [];
  #isTimed = false;

  constructor(clock: Clock, pause: BroadcastPause) {
    this.#clock = clock;
    this.#pause = pause;
    this.#pauseMs = pause.shortestMs;
  }

  now(): number {
    return this.#clock.now();
  }

  /** The wire is written at the end of this tick. */
  writeThisTick(wire: WaitingWire): void {
    if (this.#dueNow.length === 0) setImmediate(flushDueNow, this);
    this.#dueNow.push(wire);
  }

  /** The wire is written at the end of this tick when the last write is long past, else when the pause is over. */
  writeSoon(wire: WaitingWire): void {
    const restMs = wire.writtenAtMs + this.#pauseMs - this.#clock.now();
    if (restMs <= 0) {
      this.writeThisTick(wire);
      return;
    }
    this.#dueSoon.push(wire);
    // One timer for all: whoever came after the first leaves with it, a little before its own pause is over.
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#clock.setTimeout(() => this.#flushDueSoon(), Math.min(restMs, this.#pauseMs));
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
    const { shortestMs, writesPerMs, longestMs } = this.#pause;
    this.#pauseMs = Math.min(longestMs, Math.max(shortestMs, wires.length / writesPerMs));
    this.#flushAll(wires);
  }

  #flushAll(wires: readonly WaitingWire[]): void {
    this.batch = emptyBatch();
    const now = this.#clock.now();
    for (const wire of wires) wire.flush(now);
  }
}

function flushDueNow(outbox: Outbox): void {
  outbox.flushDueNow();
}
