import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { Rounds } from "../kernel/rounds.ts";
import type { ActiveRoom, ActiveRoomStore } from "./store.ts";

interface ActiveRoomsParts {
  readonly store: ActiveRoomStore;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** Called every second with the recently active rooms; `isAll` is false if some could not be read. */
export type WatchRooms = (rooms: readonly ActiveRoom[], isAll: boolean) => void;

const readEveryMs = 1000;
const listedMax = 5000;

/** Finds out every second which rooms recently had events, and their newest `seq`, for all watchers in this process (decision 0019). */
export class ActiveRooms {
  readonly #store: ActiveRoomStore;
  readonly #rounds: Rounds;
  readonly #watchers: WatchRooms[] = [];
  /** Time of the last complete read, on the database's clock. */
  #readAtMs: number | null = null;

  constructor({ store, ...parts }: ActiveRoomsParts) {
    this.#store = store;
    const failure = "recently active rooms could not be read";
    this.#rounds = new Rounds({ ...parts, work: () => this.#read(), everyMs: readEveryMs, failure });
  }

  watch(watcher: WatchRooms): void {
    this.#watchers.push(watcher);
  }

  start(): this {
    this.#rounds.start();
    return this;
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #read(): Promise<void> {
    const rooms: ActiveRoom[] = [];
    let firstAtMs: number | null = null;
    let isMore = true;
    try {
      while (isMore) {
        const read = await this.#store.listActive(this.#readAtMs, rooms.length, listedMax);
        firstAtMs ??= read.atMs;
        rooms.push(...read.rooms);
        isMore = read.rooms.length === listedMax;
      }
      this.#readAtMs = firstAtMs;
    } finally {
      for (const watch of this.#watchers) watch(rooms, !isMore);
    }
  }
}
