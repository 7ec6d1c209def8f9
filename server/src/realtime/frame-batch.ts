/**
 * A sequence of queued frames. Sockets with the same frames in the same order share a batch and its buffer, so that a burst to thousands is
 * concatenated once.
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

  /** Appends a frame; returns the same object to every caller that appends the same frame. */
  append(frame: Buffer): FrameBatch {
    if (this.#next === null || this.#next.#frame !== frame) this.#next = new FrameBatch(this, frame);
    return this.#next;
  }

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

export function emptyBatch(): FrameBatch {
  return new FrameBatch(null, Buffer.alloc(0));
}
