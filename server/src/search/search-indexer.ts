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

/** How long to rest where nothing is behind and no rooms come, as they do every second (FIND-1m). */
const restMsMax = 2000;
const compareEveryMs = 10 * 60 * 1000;
/** RUN-5: leaving has little time. */
const lastBatchMs = 1000;
/** Lately active rooms that are listed at a time. */
const listedMax = 200;
/** Bytes of words after which the indexes are merged. */
const mergedBytes = 512 * 1024;
/** Share of its time in which the process is busy with others, from which indexing rests `restFactor` times as long as it works. */
const [busyShare, restFactor] = [0.5, 15];

/** In their order: rooms bring their offers level. */
const comparisons = [compareRooms, compareOffers, comparePeople] as const;

/**
 * Keeps the index of search level with what was said (decision 0035): compares lately active rooms with it every second, and
 * everything at the start and every 10 minutes. Of several processes one indexes at a time, any of them.
 */
export class SearchIndexer {
  readonly #parts: SearchIndexerParts;
  readonly #logFailure: (error: unknown) => void;
  #running: Promise<void> | null = null;
  #isStopped = false;
  #wake: () => void = () => undefined;
  /** Lately active rooms that were not found level since. */
  #activeIds: ReadonlySet<number> = new Set();
  /** When they came last, and when last all that had come was found level. */
  #notedAtMs: number;
  #levelAtMs: number;
  #isLevel = false;
  /** What is left of the comparison of everything, and where the first of it stands. */
  #toCompare = [...comparisons];
  #comparedUptoId = 0;
  #comparedAtMs: number;
  #unmergedBytes = 0;
  /** Where the last batch of lately active rooms ended. */
  #lastRoomId = 0;

  constructor(parts: SearchIndexerParts) {
    this.#parts = parts;
    this.#levelAtMs = this.#notedAtMs = this.#comparedAtMs = parts.clock.steadyMs();
    parts.activeRooms.watch((rooms, isAll) => this.#note(rooms, isAll));
    this.#logFailure = failureLog(parts.log, parts.clock, "what was said could not be indexed for search");
  }

  /** Indexes from now on. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends with the batch that is under way, but does not wait for a database that hangs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    if (this.#running !== null) await withTimeout(this.#running, lastBatchMs, this.#parts.clock);
  }

  /** How old the oldest thing may be that is not indexed yet (s). */
  behindSeconds(): number {
    return (this.#parts.clock.steadyMs() - this.#levelAtMs) / 1000;
  }

  /** What was said in them is indexed at once, unless something else is. */
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

  /** Waits, and answers the share of that time in which the process was busy. */
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
      // What fails is tried again a second later.
      this.#logFailure(error);
      return false;
    }
  }

  /** Indexes a little of everything that is behind, what was said lately before all else; false where nothing is. */
  async #indexSome(): Promise<boolean> {
    const { store, clock } = this.#parts;
    const lookedAtMs = clock.steadyMs();
    if (lookedAtMs >= this.#comparedAtMs + compareEveryMs) {
      [this.#toCompare, this.#comparedUptoId] = [[...comparisons], 0];
      this.#comparedAtMs = lookedAtMs;
    }
    const [activeIds, notedAtMs] = [[...this.#activeIds], this.#notedAtMs];
    const { roomIds, hasUnread, peopleAfterId } = await store.look(activeIds, this.#lastRoomId, listedMax);
    // What came meanwhile comes again in a second.
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
