import type { Clock } from "./clock.ts";

interface RoundsParts {
  /** Never rejects; answers whether there is more to do at once. */
  readonly work: () => Promise<boolean>;
  readonly everyMs: number;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
}

/** Work that is done again and again, one round at a time: while there is more, and else every so often or when it is woken. */
export class Rounds {
  readonly #parts: RoundsParts;
  #running: Promise<void> | null = null;
  #isStopped = false;
  #isWoken = false;
  #endRest: () => void = () => undefined;

  constructor(parts: RoundsParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** There may be something to do: a round begins at once, or after the one that is under way. */
  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  isStopped(): boolean {
    return this.#isStopped;
  }

  /** No other round begins; answers once the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endRest();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false;
      const isMore = await this.#parts.work();
      if (!isMore) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (this.#isWoken || this.#isStopped) return;
    const { clock, everyMs } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endRest = resolve;
    const timer = clock.setTimeout(resolve, everyMs);
    await promise;
    clock.clearTimeout(timer);
  }
}
