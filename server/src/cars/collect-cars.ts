import { type Clock, isoTime } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { Rounds } from "../kernel/rounds.ts";
import type { CarCollectionStore } from "./store.ts";

interface CollectCarsParts {
  readonly store: CarCollectionStore;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

const lookEveryMs = 2000;

/** CAR-2: finds the cars of offers and requests after they are stored, so that an import never waits for a customer who changes their cars. */
export function collectCars({ store, clock, log }: CollectCarsParts): Rounds {
  async function collectAll(ending: AbortSignal): Promise<void> {
    let id: number | null = 0;
    while (id !== null && !ending.aborted) id = await store.collect(id, isoTime(clock.now()));
  }
  const failure = "the cars of offers and requests could not be found";
  return new Rounds({ work: collectAll, everyMs: lookEveryMs, clock, log, failure }).start();
}
