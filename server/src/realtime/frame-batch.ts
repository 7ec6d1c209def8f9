/**
 * The frames that wait for one write, as a chain. Sockets that are handed the same frames in the same order share the
 * chain, and with it the one buffer that is written to each: a burst to thousands costs one concatenation.
 */
export class FrameBatch {
  readonly bytes: number;
  readonly #previous: FrameBatch | null;
  readonly #frame: Buffer;
  #next: FrameBatch | null = null;
  #joined: Buffer | null = null;

  constructor(previous: FrameBatch | null, frame: Buffer) {
    this.#previous = previous;
    this.#frame = frame;
    this.bytes = (previous?.bytes ?? 0) + frame.length;
  }

  /** The chain with one more frame; the same object for everyone who appends the same frame. */
  append(frame: Buffer): FrameBatch {
    if (this.#next === null || this.#next.#frame !== frame) this.#next = new FrameBatch(this, frame);
    return this.#next;
  }

  /** All frames in order, in one buffer. */
  joined(): Buffer {
    if (this.#previous === null || this.#previous.bytes === 0) return this.#frame;
    this.#joined ??= Buffer.concat(this.#frames(), this.bytes);
    return this.#joined;
  }

  #frames(): Buffer[] {
    const frames = [this.#frame];
    for (let batch = this.#previous; batch !== null; batch = batch.#previous) frames.push(batch.#frame);
    return frames.toReversed();
  }
}

/** The start of all chains of one tick. */
export function emptyBatch(): FrameBatch {
  return new FrameBatch(null, Buffer.alloc(0));
}
