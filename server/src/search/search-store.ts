import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import type { MessageFilter, Terms } from "./search-terms.ts";

export interface Chunk {
  readonly roomId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** A room's candidate chunks, newest first; `isCut` if there may be more. */
export interface RoomChunks {
  readonly roomId: number;
  readonly chunks: readonly Chunk[];
  readonly isCut: boolean;
}

/** Where to continue a walk through the person's rooms, from newest to oldest. */
export interface WalkPosition {
  readonly listedAt: string;
  readonly roomId: number;
}

/** Walked rooms, and where to continue; null at the end. */
export interface WalkedRooms {
  readonly rooms: readonly RoomChunks[];
  readonly next: WalkPosition | null;
}

export interface SearchedMessage {
  readonly id: number;
  readonly roomId: number;
  readonly seq: number;
  readonly text: string;
  readonly fileName: string | null;
  readonly authorId: number;
  readonly createdAt: string;
}

/** A room's current state, with the members whose names may match. */
export interface SearchedRoom {
  readonly roomId: number;
  readonly name: string;
  readonly offerId: number | null;
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

/** A person whose name matches some clauses, with a flag for each clause of the query in order. */
export interface NamedSomebody {
  readonly id: number;
  readonly clauses: readonly boolean[];
}

/** The number of matching offers, up to a limit, and a page of their numbers, newest first. */
export interface FoundOffers {
  readonly total: number;
  readonly ids: readonly number[];
}

export class SearchTooLong extends Error {}

/** Reads only rooms that the person is a member of. If a statement exceeds its time limit, that call and later ones throw `SearchTooLong`. */
export interface SearchReader {
  /** Finds all candidate chunks by room, newest first; null if there are too many. */
  findChunks(terms: Terms, filter: MessageFilter, roomId: number | null): Promise<readonly RoomChunks[] | null>;
  /** Finds candidate chunks in the person's next `take` rooms, most recent first; `next` is null at the end. */
  walkChunks(terms: Terms, filter: MessageFilter, after: WalkPosition | null, take: number): Promise<WalkedRooms>;
  chunksOf(terms: Terms, filter: MessageFilter, roomIds: readonly number[]): Promise<readonly RoomChunks[]>;
  /** Finds candidate chunks of one room below a `seq`, and the `seq` below which to continue; null at the end. */
  walkRoom(
    terms: Terms,
    filter: MessageFilter,
    roomId: number,
    beforeSeq: number | null,
  ): Promise<{ readonly chunks: readonly Chunk[]; readonly beforeSeq: number | null }>;
  /** Reads messages of these chunks that pass the filter, newest first per room, except those that lack a prefix according to the index. */
  readMessages(
    chunks: readonly Chunk[],
    filter: MessageFilter,
    beginnings: readonly string[],
  ): Promise<readonly SearchedMessage[]>;
  /** Finds rooms whose offers match, most recent first; null if there are too many. */
  findRooms(terms: Terms): Promise<readonly number[] | null>;
  /** Finds people whose names match any clause; null if there are too many. */
  findPeople(clauses: readonly string[]): Promise<readonly NamedSomebody[] | null>;
  /** Adds the rooms of these people whose offers match `rest`, most recent first. */
  addRoomsOf(roomIds: readonly number[], peopleIds: readonly number[], rest: string | null): Promise<readonly number[]>;
  /** Finds those of the next `take` rooms in which each clause matches the offer or a member's name. */
  walkRooms(
    clauses: readonly string[],
    after: WalkPosition | null,
    take: number,
    isByPeople: boolean,
  ): Promise<{ readonly roomIds: readonly number[]; readonly next: WalkPosition | null }>;
  /** Finds offers. If more than `offersFoundMax` match, only that many of the newest are searched. */
  findOffers(terms: Terms, customerId: number | null, skip: number, take: number): Promise<FoundOffers>;
  /** Reads the rooms' current state, with members whose names match `names`, or all members if it is null. */
  readRooms(roomIds: readonly number[], names: string | null): Promise<readonly SearchedRoom[]>;
}

export interface SearchStore {
  search<T>(callerId: number, work: (reader: SearchReader) => Promise<T>): Promise<T>;
  nameAuthors(
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly name: string; readonly type: ParticipantKind }[]>;
}
