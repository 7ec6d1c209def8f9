/** What became of the deliveries of one run; every field but `delivered` is zero in a run that lost nothing. */
export type DeliveryTally = {
  readonly delivered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
  readonly corrupted: number;
};

/** Follows the numbered events that one socket receives: each number exactly once and in order, or it is counted as wrong. */
export class DeliveryChecker {
  /** The number that comes next when nothing goes wrong; events are numbered from 0. */
  next = 0;
  delivered = 0;
  doubled = 0;
  reordered = 0;
  corrupted = 0;
  readonly #missing = new Set<number>();

  /** Counts the arrival of event `sequence`. */
  receive(sequence: number): void {
    if (sequence === this.next) {
      this.next += 1;
      this.delivered += 1;
      return;
    }
    if (sequence > this.next) {
      for (let skipped = this.next; skipped < sequence; skipped += 1) this.#missing.add(skipped);
      this.next = sequence + 1;
      this.delivered += 1;
      return;
    }
    if (this.#missing.delete(sequence)) {
      this.reordered += 1;
      this.delivered += 1;
    } else {
      this.doubled += 1;
    }
  }

  /** Counts a frame whose content is not what was published. */
  receiveCorrupted(): void {
    this.corrupted += 1;
  }

  /** The numbers below `published` that have not arrived. */
  lost(published: number): number {
    return this.#missing.size + Math.max(0, published - this.next);
  }
}

/** The sum over all sockets after `published` events. */
export function tally(checkers: readonly DeliveryChecker[], published: number): DeliveryTally {
  const sum = { delivered: 0, lost: 0, doubled: 0, reordered: 0, corrupted: 0 };
  for (const checker of checkers) {
    sum.delivered += checker.delivered;
    sum.lost += checker.lost(published);
    sum.doubled += checker.doubled;
    sum.reordered += checker.reordered;
    sum.corrupted += checker.corrupted;
  }
  return sum;
}

/** Whether every socket got every event once, in order and unchanged. */
export function isClean(counts: DeliveryTally): boolean {
  return counts.lost + counts.doubled + counts.reordered + counts.corrupted === 0;
}
