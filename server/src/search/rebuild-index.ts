import { type Clock, pause } from "../kernel/clock.ts";
import { type Compared, compareOffers, compareRooms, rereadChunks } from "./index-portions.ts";
import { busyMs, type IndexBatch, type IndexStore } from "./index-store.ts";

interface RebuildParts {
  readonly store: IndexStore;
  readonly clock: Pick<Clock, "steadyMs" | "setTimeout">;
  /** Shows a line about how far it is. */
  readonly say: (line: string) => void;
}

const sayEveryMs = 2000;

/**
 * `search rebuild`: makes the whole index anew beside whoever uses it, and answers of how many rooms. What it has begun, the server's own
 * comparison finishes where this ends before.
 */
export async function rebuildIndex({ store, clock, say }: RebuildParts): Promise<number> {
  await store.beginGeneration();
  const total = await store.countRooms();
  let [done, afterId, saidAtMs] = [0, 0, clock.steadyMs()];
  for (let isEnd = false; !isEnd;) {
    const compared: Compared = await inTurn(store, clock, (batch) => compareRooms(batch, afterId));
    done += compared.count;
    ({ uptoId: afterId, isEnd } = compared);
    await rereadAll(store, clock);
    if (clock.steadyMs() < saidAtMs + sayEveryMs) continue;
    saidAtMs = clock.steadyMs();
    say(`${done} of ${total} rooms`);
  }
  for (let [offersAfterId, isEnd] = [0, false]; !isEnd;)
    ({ uptoId: offersAfterId, isEnd } = await inTurn(store, clock, (batch) => compareOffers(batch, offersAfterId)));
  await store.merge();
  return done;
}

async function rereadAll(store: IndexStore, clock: RebuildParts["clock"]): Promise<void> {
  for (let isMore = true; isMore;) ({ isMore } = await inTurn(store, clock, rereadChunks));
}

/** Waits for the lock, and after that for as long as the batch took, so that others get as much of the machine. */
async function inTurn<T>(
  store: IndexStore,
  clock: RebuildParts["clock"],
  work: (batch: IndexBatch) => Promise<T>,
): Promise<T> {
  for (;;) {
    const beganAt = performance.now();
    const done = await store.inBatch(work);
    await pause(clock, done === null ? busyMs : performance.now() - beganAt);
    if (done !== null) return done;
  }
}
