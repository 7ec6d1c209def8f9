import { type Clock, type Timer, withTimeout } from "../kernel/clock.ts";
import { failureLog, type Log } from "../kernel/log.ts";
import type { ActiveRooms } from "../rooms/active-rooms.ts";
import type { ActiveRoom } from "../rooms/store.ts";
import { compareOffers, comparePeople, compareRooms, rereadChunks } from "./index-portions.ts";
import { indexRooms } from "./index-rooms.ts";
import { busyMs, type IndexBatch, type IndexStore } from "./index-store.ts";

interface SearchIndexerParts {
  readonly store: IndexStore;
  readonly activeRooms: Pick<ActiveRooms, "watch">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

/** How long the indexer rests if it finds nothing to index; active rooms, which are reported every second, end the rest (FIND-1m). */
const restMsMax = 2000;
const compareEveryMs = 10 * 60 * 1000;
/** RUN-5: how long a shutdown waits for the last batch. */
const lastBatchMs = 1000;
const listedMax = 200;
const mergedBytes = 512 * 1024;
/** If the process spends at least this share of its time on other work, indexing rests `restFactor` times as long as it works. */
const [busyShare, restFactor] = [0.5, 15];

/** Run in this order, since comparing rooms also updates their offers. */
const comparisons = [compareRooms, compareOffers, comparePeople] as const;

/** Compares recently active rooms with the index every second, and everything every 10 minutes (decision 0035). One process indexes at a time. */
export class SearchIndexer {
  readonly #parts: SearchIndexerParts;
  readonly #logFailure: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #isStopped = false;
  #wake: () => void = () => undefined;
  /** Recently active rooms that may not be up to date. */
  #activeIds: ReadonlySet<number> = new Set();
  /** Time of the latest report of active rooms, and of the latest report whose rooms are all indexed. */
  #notedAtMs: number;
  #levelAtMs: number;
  #isLevel = false;
  /** The comparisons still to be made, and how far the first of them has come. */
  #toCompare = [...comparisons];
  #comparedUptoId = 0;
  #comparedAtMs: number;
  #unmergedBytes = 0;
  #lastRoomId = 0;

  constructor(parts: SearchIndexerParts) {
    this.#parts = parts;
    this.#levelAtMs = this.#notedAtMs = this.#comparedAtMs = parts.clock.steadyMs();
    parts.activeRooms.watch((rooms, isAll) => this.#note(rooms, isAll));
    this.#logFailure = failureLog(parts.log, parts.clock, "new entries could not be indexed for search");
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Finishes the current batch, but does not wait for a hanging database. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    if (this.#running !== null) await withTimeout(this.#running, lastBatchMs, this.#parts.clock);
  }

  /** Upper bound for the age of the oldest event that is not indexed (s). */
  behindSeconds(): number {
    return (this.#parts.clock.steadyMs() - this.#levelAtMs) / 1000;
  }

  #note(rooms: readonly Pick<ActiveRoom, "id">[], isAll: boolean): void {
    this.#activeIds = new Set([...this.#activeIds, ...rooms.map(({ id }) => id)]);
    if (isAll) this.#notedAtMs = this.#parts.clock.steadyMs();
    if (this.#isLevel) this.#wake();
  }

  async #run(): Promise<void> {
    let share = 0;
    while (!this.#isStopped) {
      const beganAt = performance.now();
      const isMore = await this.#attempt();
      const workedMs = performance.now() - beganAt;
      const restMs = share < busyShare ? workedMs : workedMs * restFactor;
      share = await this.#rest(isMore ? restMs : restMsMax);
    }
  }

  /** Waits, and returns the share of that time in which the process was busy. */
  async #rest(delayMs: number): Promise<number> {
    if (this.#isStopped) return 0;
    const { clock } = this.#parts;
    const before = performance.eventLoopUtilization();
    let timer: Timer | null = null;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = clock.setTimeout(resolve, delayMs);
    });
    if (timer !== null) clock.clearTimeout(timer);
    return performance.eventLoopUtilization(before).utilization;
  }

  async #attempt(): Promise<boolean> {
    try {
      return await this.#indexSome();
    } catch (error) {
      // The next round retries a second later.
      this.#logFailure(error);
      return false;
    }
  }

  /** Indexes a portion of everything outdated, recent rooms first; false if there was nothing. */
  async #indexSome(): Promise<boolean> {
    const { store, clock } = this.#parts;
    const lookedAtMs = clock.steadyMs();
    if (lookedAtMs >= this.#comparedAtMs + compareEveryMs) {
      [this.#toCompare, this.#comparedUptoId] = [[...comparisons], 0];
      this.#comparedAtMs = lookedAtMs;
    }
    const [activeIds, notedAtMs] = [[...this.#activeIds], this.#notedAtMs];
    const { roomIds, hasUnread, peopleAfterId } = await store.look(activeIds, this.#lastRoomId, listedMax);
    // Rooms that became active since will be reported again within a second.
    if (roomIds.length < listedMax) this.#activeIds = new Set(roomIds);
    const isLevel = roomIds.length === 0 && !hasUnread && peopleAfterId === null && this.#toCompare.length === 0;
    this.#isLevel = isLevel;
    if (isLevel) this.#levelAtMs = notedAtMs;
    else await this.#indexBatches(roomIds, hasUnread, peopleAfterId);
    await this.#merge(isLevel);
    return !isLevel;
  }

  async #indexBatches(roomIds: readonly number[], hasUnread: boolean, peopleAfterId: number | null): Promise<void> {
    if (roomIds.length > 0) await this.#indexLatelyActive(roomIds);
    if (hasUnread) await this.#batch(rereadChunks);
    if (peopleAfterId !== null) await this.#batch((batch) => comparePeople(batch, peopleAfterId));
    await this.#compareSome();
  }

  async #indexLatelyActive(roomIds: readonly number[]): Promise<void> {
    const indexed = await this.#batch((batch) => indexRooms(batch, roomIds));
    this.#lastRoomId = indexed?.lastId ?? this.#lastRoomId;
  }

  async #compareSome(): Promise<void> {
    const [compare] = this.#toCompare;
    if (compare === undefined) return;
    const compared = await this.#batch((batch) => compare(batch, this.#comparedUptoId));
    if (compared === null) return;
    this.#comparedUptoId = compared.isEnd ? 0 : compared.uptoId;
    if (compared.isEnd) this.#toCompare.shift();
  }

  async #batch<T extends { readonly bytes: number }>(work: (batch: IndexBatch) => Promise<T>): Promise<T | null> {
    if (this.#isStopped) return null;
    const done = await this.#parts.store.inBatch(work);
    if (done === null) await this.#rest(busyMs);
    else this.#unmergedBytes += done.bytes;
    return done;
  }

  async #merge(isLevel: boolean): Promise<void> {
    if (this.#unmergedBytes < (isLevel ? mergedBytes / 8 : mergedBytes)) return;
    await this.#parts.store.merge();
    this.#unmergedBytes = 0;
  }
}
