/** The outcome of a run. If nothing went wrong, only `delivered` is above zero. */
export type DeliveryTally = {
  readonly delivered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
  readonly corrupted: number;
};

/** Checks that a socket receives numbered events exactly once and in order. */
export class DeliveryChecker {
  next = 0;
  delivered = 0;
  doubled = 0;
  reordered = 0;
  corrupted = 0;
  readonly #missing = new Set<number>();

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

  receiveCorrupted(): void {
    this.corrupted += 1;
  }

  lost(published: number): number {
    return this.#missing.size + Math.max(0, published - this.next);
  }
}

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

export function isClean(counts: DeliveryTally): boolean {
  return counts.lost + counts.doubled + counts.reordered + counts.corrupted === 0;
}
