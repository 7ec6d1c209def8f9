import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { MessageFilter, Terms } from "./search-terms.ts";

/** Some messages of a room behind one another, up to and including the last. */
export interface Chunk {
  readonly roomId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** The chunks of a room that may hold what is searched for, newest first; `isCut` where there may be more. */
export interface RoomChunks {
  readonly roomId: number;
  readonly chunks: readonly Chunk[];
  readonly isCut: boolean;
}

/** Where a walk over the person's rooms, newest first, goes on. */
export interface WalkPosition {
  readonly listedAt: string;
  readonly roomId: number;
}

/** Rooms that were walked, and where to go on; null where none is left. */
export interface WalkedRooms {
  readonly rooms: readonly RoomChunks[];
  readonly next: WalkPosition | null;
}

/** A message as it is now. */
export interface SearchedMessage {
  readonly id: number;
  readonly roomId: number;
  readonly seq: number;
  readonly text: string;
  readonly fileName: string | null;
  readonly authorId: number;
  readonly createdAt: string;
}

/** A room as it is now, with those of its members whose names may be what is searched for. */
export interface SearchedRoom {
  readonly roomId: number;
  readonly offerId: number;
  readonly customer: { readonly id: number; readonly name: string };
  readonly vehicle: {
    readonly make: string;
    readonly model: string;
    readonly engine: string;
    readonly year: number | null;
    readonly vin: string;
    readonly plate: string;
  };
  readonly lines: readonly {
    readonly id: number;
    readonly code: string;
    readonly brand: string;
    readonly name: string;
  }[];
  readonly people: readonly { readonly id: number; readonly name: string }[];
}

/** Somebody whose name holds some of what was searched for: which of its clauses, in their order. */
export interface NamedSomebody {
  readonly id: number;
  readonly clauses: readonly boolean[];
}

/** How many offers pass, counted up to a limit, and the numbers of a page of them, newest first. */
export interface FoundOffers {
  readonly total: number;
  readonly ids: readonly number[];
}

/** Thrown where a statement took longer than a search may. */
export class SearchTooLong extends Error {}

/**
 * What one search reads for one person: of no room but those where the person is a member at that moment. Each function is one
 * statement with a time limit of its own, past which it throws `SearchTooLong`, as does everything after it.
 */
export interface SearchReader {
  /** All chunks that may hold it, by rooms, newest first; null where there are too many to look at. */
  findChunks(terms: Terms, filter: MessageFilter, roomId: number | null): Promise<readonly RoomChunks[] | null>;
  /** The same of so many of the person's rooms after another, newest activity first; no `next` where none is left. */
  walkChunks(terms: Terms, filter: MessageFilter, after: WalkPosition | null, take: number): Promise<WalkedRooms>;
  /** The same of some rooms. */
  chunksOf(terms: Terms, filter: MessageFilter, roomIds: readonly number[]): Promise<readonly RoomChunks[]>;
  /** The same of one room below a `seq`, and below which to go on; null where nothing is left. */
  walkRoom(
    terms: Terms,
    filter: MessageFilter,
    roomId: number,
    beforeSeq: number | null,
  ): Promise<{ readonly chunks: readonly Chunk[]; readonly beforeSeq: number | null }>;
  /** The messages of chunks that pass the filter, newest first in each room, without those that lack a beginning as the index says. */
  readMessages(
    chunks: readonly Chunk[],
    filter: MessageFilter,
    beginnings: readonly string[],
  ): Promise<readonly SearchedMessage[]>;
  /** Rooms, newest activity first, whose offers' words pass; null where there are too many to look at. */
  findRooms(terms: Terms): Promise<readonly number[] | null>;
  /** Those who have any of the clauses in their name; null where there are too many. */
  findPeople(clauses: readonly string[]): Promise<readonly NamedSomebody[] | null>;
  /** Adds the rooms of some people whose offers' words pass `rest`; newest activity first. */
  addRoomsOf(roomIds: readonly number[], peopleIds: readonly number[], rest: string | null): Promise<readonly number[]>;
  /** Of so many of the person's rooms after another those where each clause stands in the offer's words, or in a member's name. */
  walkRooms(
    clauses: readonly string[],
    after: WalkPosition | null,
    take: number,
    isByPeople: boolean,
  ): Promise<{ readonly roomIds: readonly number[]; readonly next: WalkPosition | null }>;
  /**
   * Offers whose words pass, everybody's or one customer's, whether they have rooms or not; of words that more than `offersFoundMax` of
   * all offers have, those among so many of the newest.
   */
  findOffers(terms: Terms, customerId: number | null, skip: number, take: number): Promise<FoundOffers>;
  /** Rooms as they are now, with the members whose names pass `names`; all of them where that is null. */
  readRooms(roomIds: readonly number[], names: string | null): Promise<readonly SearchedRoom[]>;
}

export interface SearchStore {
  /** Runs one search of a person. */
  search<T>(callerId: number, work: (reader: SearchReader) => Promise<T>): Promise<T>;
  /** Who people are, by their ids. */
  nameAuthors(
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly name: string; readonly type: ParticipantKind }[]>;
}
