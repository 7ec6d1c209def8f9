/** Password checks that run at once: each takes a thread of the pool, and files and name lookups need some too. */
const runningMax = 2;
/** Password checks of one address that may wait for the one that is running. */
const waitingPerAddressMax = 4;
/** Addresses of each line that may wait; at about 25 ms a check the last one's turn comes within some seconds. */
const addressesMax = 200;

/** Who wants a password checked, and what their turn goes by. */
export interface Applicant {
  readonly address: string;
  /** They signed in to that name from there before. */
  readonly isKnown: boolean;
  /** A sign-in from there failed lately. */
  readonly hasFailed: boolean;
}

/** Who waits, by address, in the order of the addresses' turns. */
type Line = Map<string, (() => void)[]>;

/**
 * SEC-3: runs a few password checks at a time, one of an address, and the addresses take turns: a flood from one fills its own
 * queue alone. Known ones have a line and every second turn; others go by whether they failed lately, so that a crowd of guessers
 * holds up itself.
 */
export class HashQueue {
  /** Addresses whose check is running. */
  readonly #running = new Set<string>();
  readonly #known: Line = new Map();
  readonly #new: Line = new Map();
  readonly #failed: Line = new Map();
  #isTurnOfKnown = true;

  /** Null where too many wait already; else the work, once its turn has come. */
  run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> | null {
    const { address } = applicant;
    if (this.#running.size < runningMax && !this.#running.has(address)) return this.#start(address, work);
    const line = this.#lineOf(applicant);
    const waiting = line.get(address) ?? [];
    if (waiting.length >= waitingPerAddressMax) return null;
    if (waiting.length === 0 && line.size >= addressesMax) return null;
    line.set(address, waiting);
    return new Promise<void>((resolve) => waiting.push(resolve)).then(() => this.#start(address, work));
  }

  #lineOf({ isKnown, hasFailed }: Applicant): Line {
    if (isKnown) return this.#known;
    return hasFailed ? this.#failed : this.#new;
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

  #startNext(): void {
    const others = [this.#new, this.#failed];
    const lines = this.#isTurnOfKnown ? [this.#known, ...others] : [...others, this.#known];
    this.#isTurnOfKnown = !this.#isTurnOfKnown;
    lines.some((line) => this.#startFirstOf(line));
  }

  /** Starts the first address that runs nothing; its next try goes behind the others'. */
  #startFirstOf(line: Line): boolean {
    for (const [address, [first, ...others]] of line) {
      if (this.#running.has(address)) continue;
      line.delete(address);
      if (others.length > 0) line.set(address, others);
      this.#running.add(address);
      first?.();
      return true;
    }
    return false;
  }
}
