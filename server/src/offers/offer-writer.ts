import { type Clock, isoTime } from "../kernel/clock.ts";
import { gatherCalls } from "../kernel/gather-calls.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { isAwayForAll, isLockTimeout } from "../storage/database-away.ts";
import type { AskedRooms, NewOffer, OfferStore, StoreOutcome } from "./store.ts";

interface OfferWriterParts {
  readonly offers: Pick<OfferStore, "findRooms" | "store">;
  readonly broadcaster: Pick<EntryBroadcaster, "broadcast">;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
  readonly offerStaff: readonly string[];
}

export interface OfferWriter {
  findRooms(asked: AskedRooms): Promise<readonly number[]>;
  store(offer: NewOffer): Promise<StoreOutcome>;
}

/** Maximum number of offers per batch, to keep commits short. */
const itemsMax = 64;
/** Two transactions overlap, so that the server prepares the next batch while the database stores the first. */
const storesMax = 2;
/** Limits the connections that wait for locks of other transactions. */
const aloneMax = 2;

/** ERP-4: concurrent offers share a transaction. A batch never contains the same offer twice, since each offer waits for its turn. */
export function createOfferWriter({ offers, broadcaster, clock, offerStaff: staff }: OfferWriterParts): OfferWriter {
  async function storeTogether(batch: readonly NewOffer[]): Promise<readonly (StoreOutcome | Promise<StoreOutcome>)[]> {
    try {
      return await storeBatch(batch);
    } catch (reason) {
      // ERP-4: nothing was stored. If the database is down, retrying each offer would fail as well.
      if (batch.length === 1 || (isAwayForAll(reason) && !isDeadlock(reason))) throw reason;
      return storeEach(batch);
    }
  }
  async function storeBatch(batch: readonly NewOffer[]): Promise<readonly StoreOutcome[]> {
    const sinceMs = clock.steadyMs();
    const outcomes = await offers.store(batch, { staff, now: isoTime(clock.now()) });
    const entries = outcomes.flatMap((outcome) => outcome.entries);
    if (entries.length > 0) await broadcaster.broadcast(entries, sinceMs);
    return outcomes;
  }
  async function storeAlone(offer: NewOffer): Promise<StoreOutcome> {
    const [outcome] = await storeBatch([offer]);
    if (outcome === undefined) throw new Error("an offer was stored without an answer");
    return outcome;
  }
  /** ERP-4: after one lock timeout, the offers queued behind it fail too. */
  function storeEach(batch: readonly NewOffer[]): readonly Promise<StoreOutcome>[] {
    const ends: Promise<unknown>[] = Array.from({ length: aloneMax }, () => Promise.resolve());
    return batch.map((offer, at) => {
      const before = ends[at % aloneMax];
      const stored = storeAfter(before, offer);
      ends[at % aloneMax] = stored;
      return stored;
    });
  }
  async function storeAfter(before: Promise<unknown> | undefined, offer: NewOffer): Promise<StoreOutcome> {
    try {
      await before;
    } catch (reason) {
      if (isLockTimeout(reason)) throw reason;
    }
    return storeAlone(offer);
  }
  return {
    findRooms: gatherCalls({ itemsMax, runsMax: 1, run: offers.findRooms.bind(offers) }).call,
    store: gatherCalls({ itemsMax, runsMax: storesMax, run: storeTogether }).call,
  };
}

const isDeadlock = (reason: unknown): boolean => reasonOf(reason) === "40P01";
