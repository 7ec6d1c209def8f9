/** Password checks at the same time: each takes a thread of the pool, and files and names need some too. */
const runningMax = 2;
/** Password checks of one address that may wait for the one that is running. */
const waitingPerAddressMax = 4;
/** Addresses that may wait; at about 25 ms a check the last one's turn comes within some seconds. */
const addressesMax = 200;

/** Runs costly work a few at a time, fairly by address. */
export interface HashQueue {
  /** Null where too many wait already; else the work, once its turn has come. */
  run<T>(address: string, work: () => Promise<T>): Promise<T> | null;
}

/** SEC-3: one check an address at a time, and the addresses take turns: a flood from one fills its own line alone. */
export function createHashQueue(): HashQueue {
  return new FairHashQueue();
}

class FairHashQueue implements HashQueue {
  /** Addresses whose check is running. */
  readonly #running = new Set<string>();
  /** Who waits, by address, in the order of the addresses' turns. */
  readonly #lines = new Map<string, (() => void)[]>();

  run<T>(address: string, work: () => Promise<T>): Promise<T> | null {
    if (this.#running.size < runningMax && !this.#running.has(address)) return this.#start(address, work);
    const line = this.#lines.get(address) ?? [];
    if (line.length >= waitingPerAddressMax) return null;
    if (line.length === 0 && this.#lines.size >= addressesMax) return null;
    this.#lines.set(address, line);
    return new Promise<void>((resolve) => line.push(resolve)).then(() => this.#start(address, work));
  }

  async #start<T>(address: string, work: () => Promise<T>): Promise<T> {
    this.#running.add(address);
    try {
      return await work();
    } finally {
      this.#running.delete(address);
      this.#startNext();
    }
  }

  /** The place passes on to the first address in turn that has none; its next one goes behind the others'. */
  #startNext(): void {
    for (const [address, line] of this.#lines) {
      if (this.#running.has(address)) continue;
      const [first, ...others] = line;
      this.#lines.delete(address);
      if (others.length > 0) this.#lines.set(address, others);
      this.#running.add(address);
      first?.();
      return;
    }
  }
}
