import type { Writable } from "node:stream";
import type { Connection, Wire } from "./connection.ts";
import type { FrameBatch } from "./frame-batch.ts";
import { pingFrame } from "./frames.ts";
import type { RealtimeCounters } from "./counters.ts";
import type { WriteScheduler, WaitingWire } from "./write-scheduler.ts";

/** Batches of this size are written at once, so that a socket that is being read never counts as slow. */
const eagerWriteBytes = 256 * 1024;

export interface Sending {
  /** Most bytes queued per socket (LIVE-7). */
  readonly bufferedBytesMax: number;
  readonly metrics: Pick<RealtimeCounters, "framesOut">;
  readonly writes: WriteScheduler;
  readonly slow: (connection: Connection) => void;
}

interface WireSocket {
  readonly readyState: number;
  /** The value that `readyState` has while frames may be sent. */
  readonly OPEN: number;
  close(code: number, reason: string): void;
  pause(): void;
}

/** Passes frames to the stream. While the peer does not read, queues them here, so that they can be dropped. */
export class WebsocketWire implements Wire, WaitingWire {
  connection: Connection | null = null;
  writtenAtMs = 0;
  readonly #socket: WireSocket;
  readonly #stream: Writable;
  readonly #sending: Sending;
  #pending: FrameBatch | null = null;
  #isDueThisTick = false;
  /** Null for nearly all sockets, whose streams accept writes. */
  #queued: FrameBatch[] | null = null;
  #queuedBytes = 0;

  constructor(socket: WireSocket, stream: Writable, sending: Sending) {
    this.#socket = socket;
    this.#stream = stream;
    this.#sending = sending;
  }

  send(frame: Buffer): void {
    this.#append(frame);
    if (this.#pending === null || this.#isDueThisTick) return;
    this.#isDueThisTick = true;
    this.#sending.writes.writeThisTick(this);
  }

  sendSoon(frame: Buffer): void {
    const isFirst = this.#pending === null;
    this.#append(frame);
    if (isFirst && this.#pending !== null) this.#sending.writes.writeSoon(this);
  }

  #append(frame: Buffer): void {
    this.#sending.metrics.framesOut += 1;
    this.#pending = (this.#pending ?? this.#sending.writes.batch).append(frame);
    if (this.#pending.bytes >= eagerWriteBytes) this.flush(this.#sending.writes.now());
  }

  ping(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#stream.write(pingFrame);
  }

  close(code: number, reason: string): void {
    this.flush(this.#sending.writes.now());
    this.#writeQueued();
    this.#socket.close(code, reason);
  }

  cut(code: number, reason: string): void {
    this.close(code, reason);
    this.end();
  }

  end(): void {
    this.#socket.pause();
    // The timer set by `close` cuts peers that do not read.
    this.#stream.end(() => this.#stream.destroy());
  }

  flush(nowMs: number): void {
    const pending = this.#pending;
    this.#pending = null;
    this.#isDueThisTick = false;
    if (pending === null || this.#socket.readyState !== this.#socket.OPEN) return;
    this.writtenAtMs = nowMs;
    if (this.#stream.writableNeedDrain) this.#enqueue(pending);
    else this.#stream.write(pending.joined());
    const { bufferedBytesMax, slow } = this.#sending;
    const waitingBytes = this.#stream.writableLength + this.#queuedBytes;
    if (this.connection === null || waitingBytes <= bufferedBytesMax) return;
    // A client that was cut off fetches the missed events after it reconnects, so queued frames are dropped.
    this.#takeQueued();
    slow(this.connection);
  }

  #enqueue(batch: FrameBatch): void {
    if (this.#queued === null) this.#stream.once("drain", () => this.#writeQueued());
    this.#queued ??= [];
    this.#queued.push(batch);
    this.#queuedBytes += batch.bytes;
  }

  #takeQueued(): readonly FrameBatch[] {
    const queued = this.#queued ?? [];
    this.#queued = null;
    this.#queuedBytes = 0;
    return queued;
  }

  #writeQueued(): void {
    for (const batch of this.#takeQueued()) this.#stream.write(batch.joined());
  }
}
