import type { PushJob, PushJobStore, PushWait } from "./jobs.ts";

export class SentPushes {
  readonly #store: Pick<PushJobStore, "finish" | "postpone" | "endSubscriptions">;
  #finished: PushJob[] = [];
  #postponed: PushWait[] = [];
  #ended: number[] = [];

  constructor(store: Pick<PushJobStore, "finish" | "postpone" | "endSubscriptions">) {
    this.#store = store;
  }

  finish(job: PushJob): void {
    this.#finished.push(job);
  }

  postpone(wait: PushWait): void {
    this.#postponed.push(wait);
  }

  endSubscription(id: number): void {
    this.#ended.push(id);
  }

  /** Stores the results. If that fails, they are forgotten and the pushes are sent again. */
  async write(): Promise<void> {
    const [finished, postponed, ended] = [this.#finished, this.#postponed, this.#ended];
    [this.#finished, this.#postponed, this.#ended] = [[], [], []];
    if (finished.length > 0) await this.#store.finish(finished);
    if (postponed.length > 0) await this.#store.postpone(postponed);
    if (ended.length > 0) await this.#store.endSubscriptions(ended);
  }
}
