import { WaitingLine } from "../kernel/turns.ts";

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

/** Who waits, by address. */
type Line = WaitingLine<string, () => void>;

/**
 * SEC-3: runs a few password checks at a time, one of an address, and the addresses take turns: a flood from one fills its own
 * queue alone. Known ones have a line and every second turn; others go by whether they failed lately, so that a crowd of guessers
 * holds up itself.
 */
export class HashQueue {
  /** Addresses whose check is running. */
  readonly #running = new Set<string>();
  readonly #known: Line = new WaitingLine();
  readonly #new: Line = new WaitingLine();
  readonly #failed: Line = new WaitingLine();
  #isTurnOfKnown = true;

  /** Null where too many wait already; else the work, once its turn has come. */
  run<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> | null {
    const { address } = applicant;
    if (this.#running.size < runningMax && !this.#running.has(address)) return this.#start(address, work);
    const line = this.#lineOf(applicant);
    const waiting = line.count(address);
    if (waiting >= waitingPerAddressMax || (waiting === 0 && line.size >= addressesMax)) return null;
    return new Promise<void>((resolve) => line.add(address, resolve)).then(() => this.#start(address, work));
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

  /** Starts the first address that runs nothing. */
  #startFirstOf(line: Line): boolean {
    const turn = line.take((address) => !this.#running.has(address));
    if (turn === undefined) return false;
    this.#running.add(turn.who);
    turn.next();
    return true;
  }
}
