import { type Clock, pause } from "../kernel/clock.ts";
import { compareOffers, comparePeople, compareRooms, rereadChunks } from "./index-portions.ts";
import { busyMs, type IndexBatch, type IndexStore } from "./index-store.ts";

interface RebuildParts {
  readonly store: IndexStore;
  readonly clock: Pick<Clock, "steadyMs" | "setTimeout">;
  readonly say: (line: string) => void;
}

const sayEveryMs = 2000;

/** `search rebuild`: rebuilds the index while it is in use, and returns the number of rooms. If interrupted, the server finishes it. */
export async function rebuildIndex({ store, clock, say }: RebuildParts): Promise<number> {
  await store.beginRebuild();
  for (const compare of [compareRooms, compareOffers, comparePeople])
    for (let [afterId, isEnd] = [0, false]; !isEnd;)
      ({ uptoId: afterId, isEnd } = await inTurn(store, clock, (batch) => compare(batch, afterId)));
  const total = await store.countRooms(Number.MAX_SAFE_INTEGER);
  let saidAtMs = clock.steadyMs();
  for (let isMore = true; isMore;) {
    const { last, ...reread } = await inTurn(store, clock, rereadChunks);
    ({ isMore } = reread);
    if (isMore && clock.steadyMs() < saidAtMs + sayEveryMs) continue;
    saidAtMs = clock.steadyMs();
    say(`${last === null ? total : await store.countRooms(last.roomId)} of ${total} rooms`);
  }
  await store.merge();
  return total;
}

/** Runs a batch under the lock, and then pauses for as long as it took, to leave half of the machine to others. */
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
