/** The search index as its writers see it (decision 0035). */
export interface IndexStore {
  /** Finds work. Considers at most `take` of these rooms, by id after `afterRoomId`, and then from the beginning. */
  look(activeIds: readonly number[], afterRoomId: number, take: number): Promise<IndexBacklog>;
  /** Runs work in a transaction that excludes other indexers, edits and deletions; null if one of them is running. */
  inBatch<T>(work: (batch: IndexBatch) => Promise<T>): Promise<T | null>;
  /** Merges recent writes into the main index, so that searches need not scan them. */
  merge(): Promise<void>;
  beginRebuild(): Promise<void>;
  countRooms(uptoId: number): Promise<number>;
}

export const busyMs = 50;

interface IndexBacklog {
  readonly roomIds: readonly number[];
  /** Whether there are chunks to reread or a rebuild to continue. */
  readonly hasUnread: boolean;
  /** The newest person in the index; null if nobody is newer than that. */
  readonly peopleAfterId: number | null;
}

export type CompareRows = (
  afterId: number,
  take: number,
) => Promise<readonly { readonly id: number; readonly isBehind: boolean }[]>;

export interface IndexBatch {
  readonly compareRooms: CompareRows;
  readonly compareOffers: CompareRows;
  readonly comparePeople: CompareRows;
  /** Returns rooms in the given order. */
  findRooms(ids: readonly number[]): Promise<readonly RoomState[]>;
  listMessages(spans: readonly LogSpan[]): Promise<readonly StoredMessage[]>;
  writeChunks(writes: readonly ChunkWrite[]): Promise<void>;
  saveRooms(rooms: readonly Pick<RoomState, "id" | "logSeq">[]): Promise<void>;
  findOffers(offerIds: readonly number[]): Promise<readonly IndexedOffer[]>;
  /** Like `findOffers`, for rooms without an offer. */
  findRequests(roomIds: readonly number[]): Promise<readonly IndexedOffer[]>;
  saveOffers(offers: readonly OfferWords[]): Promise<void>;
  listUnread(take: number): Promise<readonly LogSpan[]>;
  /** Returns the next chunks of a rebuild; null if none is running. */
  listForRebuild(take: number): Promise<readonly LogSpan[] | null>;
  /** Saves a rebuild's progress; null means that it is complete. */
  saveRebuild(upto: LogSpan | null): Promise<void>;
  findPeople(ids: readonly number[]): Promise<readonly { readonly id: number; readonly name: string }[]>;
  savePeople(
    people: readonly { readonly id: number; readonly name: string; readonly words: ReadonlySet<string> }[],
  ): Promise<void>;
}

export interface RoomState {
  readonly id: number;
  readonly offerId: number | null;
  readonly lastSeq: number;
  readonly logSeq: number;
  /** Whether the offer or the customer's name has changed, or was never indexed with this room. */
  readonly isOld: boolean;
  /** First `seq` of the newest chunk; null if that chunk is full. */
  readonly openSeq: number | null;
}

export interface LogSpan {
  readonly roomId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export interface StoredMessage {
  readonly roomId: number;
  readonly seq: number;
  readonly authorId: number;
  readonly at: string;
  /** Empty if the message is deleted. */
  readonly text: string;
  readonly fileName: string | null;
  readonly isDeleted: boolean;
}

/** Replaces the chunks that begin in a span with one that lies within the span, or with none. */
export interface ChunkWrite extends LogSpan {
  readonly chunk: Chunk | null;
}

export interface Chunk {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly messages: number;
  readonly begunAt: string;
  readonly endedAt: string;
  /** Each word with the numbers of its messages in the chunk, from 1. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly bytes: number;
}

/** The searchable texts of an offer, or of a request without one. A search for them finds both the offer and its room. */
export interface IndexedOffer {
  readonly offerId: number | null;
  readonly roomId: number | null;
  /** The room's name. */
  readonly name: string | null;
  readonly version: number;
  readonly customerName: string;
  readonly texts: readonly string[];
}

interface OfferWords extends Omit<IndexedOffer, "name" | "texts"> {
  readonly words: ReadonlySet<string>;
}
