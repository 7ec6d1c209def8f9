import { WaitingLine } from "../kernel/turns.ts";

/** Maximum number of concurrent password checks: each occupies a thread of the pool, which files and DNS lookups need as well. */
const runningMax = 2;
const waitingPerAddressMax = 4;
/** Maximum number of queued addresses per line; at about 25 ms per check, the last one waits some seconds. */
const addressesMax = 200;

export interface Applicant {
  readonly address: string;
  /** Whether this name has signed in from this address before. */
  readonly isKnown: boolean;
  /** Whether a sign-in from this address failed recently. */
  readonly hasFailed: boolean;
}

type Line = WaitingLine<string, () => void>;

/** SEC-3: runs one check per address in round-robin order, so that a flood fills only its own queue. Known addresses get every second turn. */
export class HashQueue {
  readonly #running = new Set<string>();
  readonly #known: Line = new WaitingLine();
  readonly #new: Line = new WaitingLine();
  readonly #failed: Line = new WaitingLine();
  #isTurnOfKnown = true;

  /** Runs the work in its turn and returns its result; null if the queue is full. */
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

  #startFirstOf(line: Line): boolean {
    const turn = line.take((address) => !this.#running.has(address));
    if (turn === undefined) return false;
    this.#running.add(turn.who);
    turn.next();
    return true;
  }
}
