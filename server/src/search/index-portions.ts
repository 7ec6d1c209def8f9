import { wordsOfTexts } from "./cut-chunks.ts";
import { indexOffers, indexRooms } from "./index-rooms.ts";
import type { IndexBatch } from "./index-store.ts";
import { writeSpans } from "./write-spans.ts";

/** Rooms, people and offers that are compared at a time, and of rooms and offers how many are indexed. */
const [comparedMax, indexedMax] = [1000, 100];
/** Chunks that are read anew at a time. */
const unreadMax = 64;

/** How far a comparison of everything has come. */
export interface Compared {
  /** Up to which id all is level. */
  readonly uptoId: number;
  readonly isEnd: boolean;
  /** How many of them there were. */
  readonly count: number;
  /** Bytes of words that were written. */
  readonly bytes: number;
}

/** Compares the next rooms with their index, and brings them level as far as one batch can. */
export async function compareRooms(batch: IndexBatch, afterId: number): Promise<Compared> {
  const rooms = await batch.compareRooms(afterId, comparedMax);
  const behind = rooms.filter(({ isBehind }) => isBehind).map(({ id }) => id);
  const { done, bytes } = await indexRooms(batch, behind.slice(0, indexedMax));
  const firstLeft = rooms.findIndex(({ id, isBehind }) => isBehind && !done.has(id));
  const level = firstLeft === -1 ? rooms : rooms.slice(0, firstLeft);
  return {
    uptoId: level.at(-1)?.id ?? afterId,
    isEnd: firstLeft === -1 && rooms.length < comparedMax,
    count: level.length,
    bytes,
  };
}

/** Compares the next people with their index, and brings them level. */
export async function comparePeople(batch: IndexBatch, afterId: number): Promise<Compared> {
  const people = await batch.comparePeople(afterId, comparedMax);
  const behind = people.filter(({ isBehind }) => isBehind);
  if (behind.length > 0)
    await batch.savePeople(behind.map(({ id, name }) => ({ id, name, words: wordsOfTexts([name]) })));
  const [uptoId, isEnd] = [people.at(-1)?.id ?? afterId, people.length < comparedMax];
  return { uptoId, isEnd, count: people.length, bytes: 0 };
}

/** Compares the next offers with what the list finds them by, and brings them level: those without a room, the others are with it. */
export async function compareOffers(batch: IndexBatch, afterId: number): Promise<Compared> {
  const offers = await batch.compareOffers(afterId, comparedMax);
  const behind = offers.filter(({ isBehind }) => isBehind).map(({ id }) => id);
  await indexOffers(batch, behind.slice(0, indexedMax));
  const left = offers.findIndex(({ id }) => id === behind[indexedMax]);
  const level = left === -1 ? offers : offers.slice(0, left);
  const isEnd = left === -1 && offers.length < comparedMax;
  return { uptoId: level.at(-1)?.id ?? afterId, isEnd, count: level.length, bytes: 0 };
}

/** Reads chunks anew whose words are gone, and answers whether there may be more, and the bytes of words that were written. */
export async function rereadChunks(batch: IndexBatch): Promise<{ readonly isMore: boolean; readonly bytes: number }> {
  const spans = await batch.listUnread(unreadMax);
  const { upto, bytes } = await writeSpans(batch, spans, false);
  return { isMore: upto.size < spans.length || spans.length === unreadMax, bytes };
}
