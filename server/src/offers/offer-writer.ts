import { type Clock, isoTime } from "../kernel/clock.ts";
import { gatherCalls } from "../kernel/gather-calls.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { isAwayForAll, isLockTimeout } from "../storage/database-away.ts";
import type { NewOffer, OfferStore, StoreOutcome } from "./store.ts";

interface OfferWriterParts {
  readonly offers: Pick<OfferStore, "findRooms" | "store">;
  readonly broadcaster: Pick<EntryBroadcaster, "broadcast">;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
  /** User names, in small letters, of the staff who become members of a new offer's room (`OFFER_STAFF`). */
  readonly offerStaff: readonly string[];
}

/** What is done for offers whose turn has come: together with all that came meanwhile (ERP-4). */
export interface OfferWriter {
  /** The offer's room, or null where there is none. */
  findRoom(offerId: number): Promise<number | null>;
  /** Stores a version and broadcasts its entries after the commit. */
  store(offer: NewOffer): Promise<StoreOutcome>;
}

/** Offers of one batch at most: keeps a commit short. */
const itemsMax = 64;
/** Batches that are stored at once: while the database has one, the next one's calls are read, and both of its sides are busy. */
const storesMax = 2;
/** Offers of a batch that are tried alone at once: what another transaction holds keeps no more connections than that. */
const aloneMax = 2;

/** ERP-4: offers that are stored at once share a transaction. No offer is in a batch twice, since each waits for its turn. */
export function createOfferWriter({ offers, broadcaster, clock, offerStaff: staff }: OfferWriterParts): OfferWriter {
  async function findRooms(offerIds: readonly number[]): Promise<readonly (number | null)[]> {
    const rooms = await offers.findRooms(offerIds);
    return offerIds.map((offerId) => rooms.get(offerId) ?? null);
  }
  async function storeTogether(batch: readonly NewOffer[]): Promise<readonly (StoreOutcome | Promise<StoreOutcome>)[]> {
    try {
      return await storeBatch(batch);
    } catch (reason) {
      // ERP-4: nothing of the batch is stored; behind a database that is away each would find that out anew.
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
  /** Each alone; once one of them waited too long for what another transaction holds, those behind it fail like it (ERP-4). */
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
    findRoom: gatherCalls({ itemsMax, runsMax: 1, run: findRooms }).call,
    store: gatherCalls({ itemsMax, runsMax: storesMax, run: storeTogether }).call,
  };
}

/** Whether a batch and another process's waited for each other. */
const isDeadlock = (reason: unknown): boolean => reasonOf(reason) === "40P01";
