import { wordsOfTexts } from "./cut-chunks.ts";
import { indexOffers, indexRooms } from "./index-rooms.ts";
import type { CompareRows, IndexBatch, LogSpan } from "./index-store.ts";
import { writeSpans } from "./write-spans.ts";

const [comparedMax, indexedMax] = [1000, 100];
const rereadMax = 64;

export interface Compared {
  /** All rows up to this id are up to date. */
  readonly uptoId: number;
  readonly isEnd: boolean;
  readonly bytes: number;
}

interface BroughtLevel {
  readonly done: ReadonlySet<number>;
  readonly bytes: number;
}

/** Compares the next rows with the index and updates as many as one batch can. */
async function compare(
  compareRows: CompareRows,
  afterId: number,
  bringLevel: (ids: readonly number[]) => Promise<BroughtLevel>,
): Promise<Compared> {
  const rows = await compareRows(afterId, comparedMax);
  const behind = rows.filter(({ isBehind }) => isBehind).map(({ id }) => id);
  const { done, bytes } = await bringLevel(behind.slice(0, indexedMax));
  const firstLeft = behind.find((id) => !done.has(id));
  const level = firstLeft === undefined ? rows : rows.filter(({ id }) => id < firstLeft);
  const isEnd = firstLeft === undefined && rows.length < comparedMax;
  return { uptoId: level.at(-1)?.id ?? afterId, isEnd, bytes };
}

export const compareRooms = (batch: IndexBatch, afterId: number): Promise<Compared> =>
  compare(batch.compareRooms, afterId, (ids) => indexRooms(batch, ids));

export const compareOffers = (batch: IndexBatch, afterId: number): Promise<Compared> =>
  compare(batch.compareOffers, afterId, async (ids) => {
    await indexOffers(batch, ids);
    return { done: new Set(ids), bytes: 0 };
  });

export const comparePeople = (batch: IndexBatch, afterId: number): Promise<Compared> =>
  compare(batch.comparePeople, afterId, async (ids) => {
    const people = await batch.findPeople(ids);
    await batch.savePeople(people.map(({ id, name }) => ({ id, name, words: wordsOfTexts([name]) })));
    return { done: new Set(ids), bytes: 0 };
  });

/** The result of rereading; `last` is null for an empty batch. */
interface Reread {
  readonly last: LogSpan | null;
  readonly bytes: number;
  readonly isMore: boolean;
}

/** Rereads chunks without words, or the next ones of a rebuild; `isMore` is true if there may be more. */
export async function rereadChunks(batch: IndexBatch): Promise<Reread> {
  const unread = await batch.listUnread(rereadMax);
  const spans = unread.length > 0 ? unread : await batch.listForRebuild(rereadMax);
  if (spans === null) return { last: null, bytes: 0, isMore: false };
  const { upto, bytes } = await writeSpans(batch, spans, false);
  const last = [...upto.keys()].at(-1) ?? null;
  if (unread.length === 0) await batch.saveRebuild(last);
  return { last, bytes, isMore: last !== null };
}
