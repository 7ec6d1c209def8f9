/** What search finds by, as those who make it read and write it (decision 0035). */
export interface IndexStore {
  /**
   * What has to be done now: of these rooms, at most so many, beginning behind a room: those that follow it by their ids, then the
   * others.
   */
  look(activeIds: readonly number[], afterRoomId: number, take: number): Promise<IndexBacklog>;
  /**
   * Runs in one transaction, in which nobody else writes the index and no text is edited or deleted; null where somebody is at that
   * moment.
   */
  inBatch<T>(work: (batch: IndexBatch) => Promise<T>): Promise<T | null>;
  /** Merges what was written into the indexes, so that searches need not read it one by one. */
  merge(): Promise<void>;
  /** From now on the words of everything are to be made anew. */
  beginRebuild(): Promise<void>;
  countRooms(uptoId: number): Promise<number>;
}

/** How long to wait for whoever is indexing, editing or deleting at the moment. */
export const busyMs = 50;

interface IndexBacklog {
  readonly roomIds: readonly number[];
  /** Whether chunks wait to be read anew, or a rebuild to go on. */
  readonly hasUnread: boolean;
  /** The newest person whose name is indexed, where there are newer ones. */
  readonly peopleAfterId: number | null;
}

/** Of a table, some rows in order of their ids, and whether there is anything to do. */
export type CompareRows = (
  afterId: number,
  take: number,
) => Promise<readonly { readonly id: number; readonly isBehind: boolean }[]>;

/** Reads and writes inside one batch. */
export interface IndexBatch {
  readonly compareRooms: CompareRows;
  readonly compareOffers: CompareRows;
  readonly comparePeople: CompareRows;
  /** In the order in which they are asked for. */
  findRooms(ids: readonly number[]): Promise<readonly RoomState[]>;
  /** The messages of spans, by room and in order of `seq`. */
  listMessages(spans: readonly LogSpan[]): Promise<readonly StoredMessage[]>;
  /** Replaces the chunks that begin in these spans. */
  writeChunks(writes: readonly ChunkWrite[]): Promise<void>;
  saveRooms(rooms: readonly Pick<RoomState, "id" | "logSeq">[]): Promise<void>;
  findOffers(offerIds: readonly number[]): Promise<readonly IndexedOffer[]>;
  saveOffers(offers: readonly OfferWords[]): Promise<void>;
  /** Chunks that are to be read anew. */
  listUnread(take: number): Promise<readonly LogSpan[]>;
  /** The next chunks that a rebuild has not come to; null where none is under way. */
  listForRebuild(take: number): Promise<readonly LogSpan[] | null>;
  /** Up to which chunk a rebuild has come; null where it is through. */
  saveRebuild(upto: LogSpan | null): Promise<void>;
  findPeople(ids: readonly number[]): Promise<readonly { readonly id: number; readonly name: string }[]>;
  savePeople(
    people: readonly { readonly id: number; readonly name: string; readonly words: ReadonlySet<string> }[],
  ): Promise<void>;
}

export interface RoomState {
  readonly id: number;
  readonly offerId: number;
  /** The room head. */
  readonly lastSeq: number;
  /** Up to where its log is indexed. */
  readonly logSeq: number;
  /** Whether the offer or its customer's name is another since, or was never indexed with its room. */
  readonly hasOldOffer: boolean;
  /** Where the newest chunk begins, while it is not full. */
  readonly openSeq: number | null;
}

/** All events of a room from one `seq` to another. */
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
  /** Empty where it was deleted. */
  readonly text: string;
  readonly fileName: string | null;
  readonly isDeleted: boolean;
}

/** What replaces the chunks that begin in a span: one that lies in it, or nothing. */
export interface ChunkWrite extends LogSpan {
  readonly chunk: Chunk | null;
}

/** Messages behind one another and what they are found by. */
export interface Chunk {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly messages: number;
  readonly begunAt: string;
  readonly endedAt: string;
  /** Each with the numbers of its messages in the chunk, from 1. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  readonly bytes: number;
}

/** What an offer is found by, and its room beside its messages. */
export interface IndexedOffer {
  readonly offerId: number;
  /** Null where it has none. */
  readonly roomId: number | null;
  readonly version: number;
  readonly customerName: string;
  /** Of the vehicle and the lines. */
  readonly texts: readonly string[];
}

interface OfferWords extends Omit<IndexedOffer, "texts"> {
  readonly words: ReadonlySet<string>;
}
