import { endOfTick } from "../kernel/clock.ts";
import { gatherCalls } from "../kernel/gather-calls.ts";
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

/** Batches that are committed at once. */
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
}

/**
 * A group commit (WRITE-1): sends that arrive while others are being committed go together in the next commit; one that arrives alone
 * waits for nobody. MSG-5: a room's sends take their turn in the room's queue, so only one batch has sends of a room.
 */
export class PublishWriter {
  readonly #parts: PublishWriterParts;
  /** The entry of each room that still takes sends. */
  readonly #open = new Map<number, Entry>();
  /** Takes entries whose rooms' turn has come, and ends with their broadcast. */
  readonly #commits;
  /** Sends that wait or are under way. */
  #waiting = 0;

  constructor(parts: PublishWriterParts) {
    this.#parts = parts;
    this.#commits = gatherCalls<Entry, void>({
      itemsMax: batchSendsMax,
      runsMax: commitsMax,
      countOf: ({ waiters }) => waiters.length,
      // ERR-5: sends behind a commit that found the database away are rejected with it; each would find it out anew.
      endsAll: isAwayForAll,
      run: (entries) => this.#commitAll(entries),
    });
  }

  /** Resolves when the message is committed and broadcast; null at once where too many wait already (WRITE-3). */
  publish(message: NewMessage): Promise<Publication> | null {
    if (this.#waiting >= this.#parts.publishQueueMax) return null;
    this.#waiting += 1;
    const { promise, ...settle } = Promise.withResolvers<Publication>();
    this.#entryOf(message.roomId).waiters.push({ message, ...settle });
    this.#commits.runSoon();
    return this.#parts.inTime(promise);
  }

  #entryOf(roomId: number): Entry {
    const open = this.#open.get(roomId);
    if (open !== undefined && open.waiters.length < batchSendsMax) return open;
    const entry: Entry = { roomId, waiters: [] };
    this.#open.set(roomId, entry);
    this.#parts.queue
      .run(roomId, () => this.#commits.call(entry))
      .catch((reason: unknown) => {
        // One that was committed is closed, and answered from its batch.
        for (const { reject } of this.#close(entry)) {
          this.#waiting -= 1;
          reject(reason);
        }
      });
    return entry;
  }

  async #commitAll(entries: readonly Entry[]): Promise<readonly Promise<void>[]> {
    const waiters = entries.flatMap((entry) => this.#close(entry));
    const { results, broadcast } = await this.#parts.commitBatch(waiters.map(({ message }) => message));
    // The next batch is sent to the database first, and committed while this one is broadcast.
    const broadcasting = new Promise<void>((resolve) => {
      process.nextTick(() => resolve(broadcast()));
    });
    void broadcasting.then(() => this.#answer(waiters, results));
    const away = awayIn(results);
    // The room queue rejects what waits behind as well.
    if (away !== null) throw away.reason;
    return entries.map(() => broadcasting);
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
