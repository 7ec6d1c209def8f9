import { type Clock, isoTime, withTimeout } from "./clock.ts";
import { failureLog, type Log } from "./log.ts";

interface RoundsParts {
  /** Resolves with true if there is more to do immediately; long work must observe `ending`. */
  readonly work: (ending: AbortSignal) => Promise<boolean | void>;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
  /** The log line about a failed round; the next round retries. */
  readonly failure: string;
}

const hourMs = 60 * 60 * 1000;
/** RUN-5: how long a shutdown waits for the current round. */
const lastRoundMs = 1000;

/** Repeats work, one round at a time: immediately while there is more to do, otherwise at an interval or when woken. */
export class Rounds {
  readonly #parts: RoundsParts;
  readonly #logFailure: (error: unknown) => void;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #isWoken = false;
  #endRest: () => void = () => undefined;

  constructor(parts: RoundsParts) {
    this.#parts = parts;
    this.#logFailure = failureLog(parts.log, parts.clock, parts.failure);
  }

  start(): this {
    this.#running ??= this.#run();
    return this;
  }

  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Starts no more rounds and waits for the current one, but at most a second, in case the database or storage hangs. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#endRest();
    if (this.#running !== null) await withTimeout(this.#running, lastRoundMs, this.#parts.clock);
  }

  /** Runs some work; on failure, logs it and returns false. */
  async attempt(work: () => Promise<boolean | void>): Promise<boolean> {
    try {
      return (await work()) === true;
    } catch (error) {
      this.#logFailure(error);
      return false;
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      this.#isWoken = false;
      const isMore = await this.attempt(() => this.#parts.work(signal));
      if (!isMore) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#isWoken || this.isStopped()) return;
    const { clock, everyMs } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endRest = resolve;
    const timer = clock.setTimeout(resolve, everyMs);
    await promise;
    clock.clearTimeout(timer);
  }
}

export interface AgingParts<Store> extends Pick<RoundsParts, "clock" | "log"> {
  readonly store: Store;
  readonly storedDays: number;
}

/** The moment (ISO 8601) before which data is old enough to be removed. */
export const endOfAge = ({ clock, storedDays }: Pick<AgingParts<unknown>, "clock" | "storedDays">): string =>
  isoTime(clock.now() - storedDays * 24 * hourMs);

export const hourly = (parts: Omit<RoundsParts, "everyMs">): Rounds => new Rounds({ ...parts, everyMs: hourMs });
