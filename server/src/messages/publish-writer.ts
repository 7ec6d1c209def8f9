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
  /** WRITE-3: maximum number of sends that are waiting or in progress. */
  readonly publishQueueMax: number;
  readonly inTime: InTime;
}

const commitsMax = 2;
/** Maximum number of sends per batch, to keep commits short. */
const batchSendsMax = 500;
/** Number of results delivered in one go: at about 50 us each, they block the event loop for at most 1 ms. */
const answersAtOnce = 16;

interface Waiter {
  readonly message: NewMessage;
  readonly resolve: (publication: Publication) => void;
  readonly reject: (reason: unknown) => void;
}

/** One room's waiting sends. An entry holds the room's turn in the queue until they are broadcast. */
interface Entry {
  readonly roomId: number;
  readonly waiters: Waiter[];
}

/**
 * Group commit (WRITE-1): sends that arrive during a commit share the next one, and a single send is committed immediately. Each room's sends
 * take a turn in its queue, so only one batch holds sends of a room (MSG-5).
 */
export class PublishWriter {
  readonly #parts: PublishWriterParts;
  readonly #open = new Map<number, Entry>();
  readonly #commits;
  #waiting = 0;

  constructor(parts: PublishWriterParts) {
    this.#parts = parts;
    this.#commits = gatherCalls<Entry, void>({
      itemsMax: batchSendsMax,
      runsMax: commitsMax,
      countOf: ({ waiters }) => waiters.length,
      // ERR-5: a batch that finds the database down also rejects the sends queued behind it, since they would fail too, only later.
      endsAll: isAwayForAll,
      run: (entries) => this.#commitAll(entries),
    });
  }

  /** Resolves once the message is committed and broadcast; null at once if the queue is full (WRITE-3). */
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
        // An entry that is already in a batch is closed; its batch settles it.
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
    const broadcasting = new Promise<void>((resolve) => {
      process.nextTick(() => resolve(broadcast()));
    });
    void broadcasting.then(() => this.#answer(waiters, results));
    const away = awayIn(results);
    // The error makes the queue reject the waiting sends too.
    if (away !== null) throw away.reason;
    return entries.map(() => broadcasting);
  }

  #close(entry: Entry): readonly Waiter[] {
    if (this.#open.get(entry.roomId) === entry) this.#open.delete(entry.roomId);
    return entry.waiters.splice(0);
  }

  /** Yields between portions, so that the event loop handles other results and requests. */
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

/** Returns the failure to report if nothing was stored and a send found the database down; others may merely have timed out on a lock. */
function awayIn(results: readonly SettledPublication[]): PromiseRejectedResult | null {
  const rejected = results.filter((result) => result.status === "rejected");
  if (rejected.length < results.length) return null;
  return rejected.find(({ reason }) => isAwayForAll(reason)) ?? null;
}
