import { endOfTick } from "../kernel/clock.ts";
import type { RoomQueue } from "../rooms/room-queue.ts";
import { isAwayForAll } from "../storage/database-away.ts";
import type { InTime } from "../storage/in-time.ts";
import type { CommitBatch } from "./publish-batch.ts";
import type { NewMessage, Publication, SettledPublication } from "./store.ts";

export interface PublishWriterParts {
  readonly queue: RoomQueue;
  readonly commitBatch: CommitBatch;
  /** WRITE-3: sends that may wait or be under way at once. */
  readonly publishQueueMax: number;
  readonly inTime: InTime;
}

/**
 * Batches that are committed at once: the second starts when it is as large as the first, so that commits are small only under
 * light load.
 */
const commitsMax = 2;
/** Sends of one batch at most: keeps a commit short. */
const batchSendsMax = 500;
/** An answer takes about 50 us, so the loop is held for a millisecond at most. */
const answersAtOnce = 16;

/** Who waits for an answer to a send. */
interface Waiter {
  readonly message: NewMessage;
  readonly resolve: (publication: Publication) => void;
  readonly reject: (reason: unknown) => void;
}

/** The waiting sends of one room; it holds its room's turn in the room queue until they are broadcast. */
interface Entry {
  readonly roomId: number;
  readonly waiters: Waiter[];
  readonly done: PromiseWithResolvers<void>;
}

/**
 * A group commit (WRITE-1): sends that arrive while others are being committed go together in the next commit; one that arrives alone
 * waits for nobody. MSG-5: a room's sends take their turn in the room's queue, so only one batch has sends of a room.
 */
export class PublishWriter {
  readonly #parts: PublishWriterParts;
  /** The entry of each room that still takes sends. */
  readonly #open = new Map<number, Entry>();
  /** Entries whose rooms' turn has come, in order of that. */
  #ready: Entry[] = [];
  #isFlushPlanned = false;
  /** The batches that the store has not decided about. */
  readonly #committing = new Set<readonly Waiter[]>();
  /** Sends that wait or are under way. */
  #waiting = 0;

  constructor(parts: PublishWriterParts) {
    this.#parts = parts;
  }

  /** Resolves when the message is committed and broadcast; null at once where too many wait already (WRITE-3). */
  publish(message: NewMessage): Promise<Publication> | null {
    if (this.#waiting >= this.#parts.publishQueueMax) return null;
    this.#waiting += 1;
    this.#flushSoon();
    const { promise, ...settle } = Promise.withResolvers<Publication>();
    this.#entryOf(message.roomId).waiters.push({ message, ...settle });
    return this.#parts.inTime(promise);
  }

  #entryOf(roomId: number): Entry {
    const open = this.#open.get(roomId);
    if (open !== undefined && open.waiters.length < batchSendsMax) return open;
    const entry: Entry = { roomId, waiters: [], done: Promise.withResolvers() };
    this.#open.set(roomId, entry);
    this.#parts.queue
      .run(roomId, () => {
        this.#ready.push(entry);
        this.#flushSoon();
        return entry.done.promise;
      })
      .catch((reason: unknown) => {
        // One that was committed is closed, and answered from its batch.
        for (const { reject } of this.#close(entry)) {
          this.#waiting -= 1;
          reject(reason);
        }
      });
    return entry;
  }

  /** Flushes at the end of the tick, together with what its sockets brought and the rooms that were just freed. */
  #flushSoon(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => {
      this.#isFlushPlanned = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#mayCommit()) void this.#commit(this.#takeReady());
  }

  #mayCommit(): boolean {
    const [first] = this.#committing;
    const sends = this.#ready.reduce((sum, { waiters }) => sum + waiters.length, 0);
    return this.#committing.size < commitsMax && sends >= (first?.length ?? 1);
  }

  #takeReady(): readonly Entry[] {
    let sends = 0;
    const end = this.#ready.findIndex(({ waiters }) => (sends += waiters.length) > batchSendsMax);
    return this.#ready.splice(0, end === -1 ? this.#ready.length : Math.max(1, end));
  }

  async #commit(entries: readonly Entry[]): Promise<void> {
    const waiters = entries.flatMap((entry) => this.#close(entry));
    this.#committing.add(waiters);
    const { results, broadcast } = await this.#parts.commitBatch(waiters.map(({ message }) => message));
    this.#committing.delete(waiters);
    const away = awayIn(results);
    // ERR-5: sends behind a commit that found the database away are rejected with it; each would find it out anew.
    if (away !== null) for (const { done } of this.#ready.splice(0)) done.reject(away.reason);
    // The next batch is committed while this one is broadcast.
    this.#flush();
    await broadcast();
    // Where the database is away, the room queue rejects what waits behind.
    for (const { done } of entries) done.resolve(away === null ? undefined : Promise.reject(away.reason));
    await this.#answer(waiters, results);
  }

  /** Takes the sends out of an entry, which takes no more. */
  #close(entry: Entry): readonly Waiter[] {
    if (this.#open.get(entry.roomId) === entry) this.#open.delete(entry.roomId);
    return entry.waiters.splice(0);
  }

  /** Answers in portions, so that the event loop takes in results and requests in between. */
  async #answer(waiters: readonly Waiter[], results: readonly SettledPublication[]): Promise<void> {
    for (const [index, { resolve, reject }] of waiters.entries()) {
      if (index > 0 && index % answersAtOnce === 0) await endOfTick();
      const result = results[index];
      this.#waiting -= 1;
      if (result?.status === "fulfilled") resolve(result.value);
      else reject(result?.reason ?? new Error("a send without a result"));
    }
  }
}

/** Where nothing was stored and the database did not answer one of the sends; others may have met a held room first. */
function awayIn(results: readonly SettledPublication[]): PromiseRejectedResult | null {
  const rejected = results.filter((result) => result.status === "rejected");
  if (rejected.length < results.length) return null;
  return rejected.find(({ reason }) => isAwayForAll(reason)) ?? null;
}
