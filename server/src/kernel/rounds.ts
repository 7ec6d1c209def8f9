import { type Clock, isoTime, withTimeout } from "./clock.ts";
import { failureLog, type Log } from "./log.ts";

interface RoundsParts {
  /** Answers whether there is more to do at once; what takes long looks at `ending`. */
  readonly work: (ending: AbortSignal) => Promise<boolean | void>;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
  /** What the log says where a round fails: the next one tries again. */
  readonly failure: string;
}

const hourMs = 60 * 60 * 1000;
/** RUN-5: leaving has little time. */
const lastRoundMs = 1000;

/** Work that is done again and again, one round at a time: while there is more, and else every so often or when it is woken. */
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

  /** There may be something to do: a round begins at once, or after the one that is under way. */
  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  isStopped(): boolean {
    return this.#ending.signal.aborted;
  }

  /** No other round begins. Waits for the one under way, but not for a database or a storage that hangs. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#endRest();
    if (this.#running !== null) await withTimeout(this.#running, lastRoundMs, this.#parts.clock);
  }

  /** Does some work; false as well where it fails, which is logged. */
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

/** What of a store is removed once it is so many days old. */
export interface AgingParts<Store> extends Pick<RoundsParts, "clock" | "log"> {
  readonly store: Store;
  readonly storedDays: number;
}

/** What is from before this moment (ISO 8601) is so old. */
export const endOfAge = ({ clock, storedDays }: Pick<AgingParts<unknown>, "clock" | "storedDays">): string =>
  isoTime(clock.now() - storedDays * 24 * hourMs);

/** Rounds every hour. */
export const hourly = (parts: Omit<RoundsParts, "everyMs">): Rounds => new Rounds({ ...parts, everyMs: hourMs });
